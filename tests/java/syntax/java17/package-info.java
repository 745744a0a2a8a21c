/** A package. */
@Deprecated
package syntax;
