import java.util.function.Supplier;
/** A module. */
@Deprecated
open module syntax.all {
    requires java.base;
    requires static java.compiler;
    requires transitive java.logging;
    requires static transitive java.xml;
    exports syntax;
    exports syntax.declarations to java.base, java.xml;
    uses java.util.function.Supplier;
    provides Supplier with syntax.One, syntax.Two;
}
