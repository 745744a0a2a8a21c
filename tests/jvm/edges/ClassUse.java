// The forms of class and interface initialisation.
import java.lang.annotation.Retention;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;

public class ClassUse extends Edges {
    static int okIface, okIfaceDefault, okEnumValueOf, okHolder, okNewInstance, okFieldGet, okMHStatic, okMethodRef,
        okLambda, okSwitch, okRecord, okMHNew, okChain, okInvoke, okVHStatic;
    static int badConstant, badForNameFalse, badArrayNew, badClassLit;
    interface Iface { int X = make(); static int make() { okIface++; return 3; } }
    interface WithDefault { Object O = mk(); static Object mk() { okIfaceDefault++; return new Object(); } default int d() { return okIfaceDefault; } }
    static class Impl implements WithDefault { static int okImplStatic = 5; }
    enum Color { RED, BLUE; static final Map<String, Color> BY = new HashMap<>(); int okColor = 1; static { for (Color c : values()) BY.put(c.name(), c); okEnumValueOf++; } }
    @Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Phase { Named value() default Named.ONE; }
    enum Named { ONE, TWO { int okOwn = 4; @Override int get() { return okOwn + okNamed; } }; int okNamed = 3; int get() { return okNamed; } }
    @Phase static class First { }
    @Phase(Named.TWO) static class Second { }
    enum Late { ONE; int badLate = 1; }
    static class Singleton { int okField = 5; int[] okNums = {1, 2}; final List<String> names = new ArrayList<>(List.of("a")); static class Holder { static final Singleton I = new Singleton(); static { okHolder++; } } static Singleton get() { return Holder.I; } }
    static class ViaNewInstance { static { okNewInstance++; } int okI = 1; public ViaNewInstance() { } }
    static class ViaField { static int okV; static { okV = 5; okFieldGet++; } }
    static class ViaMH { static { okMHStatic++; } static void go() { } }
    static class ViaMHNew { static { okMHNew++; } }
    static class ViaVH { static int okVh; static { okVh = 7; okVHStatic++; } }
    static class ViaRef { static { okMethodRef++; } static void go() { } }
    static class ViaLambda { static final Map<String, int[]> M = new HashMap<>(); static { M.put("a", new int[] {1}); okLambda++; } static int get() { return M.get("a")[0]; } }
    record Rec(int a, List<String> l) { static final List<String> SHARED = new ArrayList<>(); static { SHARED.add("x"); okRecord++; } }
    static class Top { static { okChain++; } static int okTop = 4; }
    static class Mid extends Top { static { okChain++; } }
    static class Bottom extends Mid { static { okChain++; } static int use() { return okTop; } }
    static class Invoked { static { okInvoke++; } public static int go() { return 1; } }
    static class Const { static final int C = 5; static { badConstant++; } static void init() { } }
    static class ForNameFalse { static { badForNameFalse++; } static void init() { } }
    static class ArrayNew { static { badArrayNew++; } static void init() { } }
    static class ClassLit { static { badClassLit++; } static void init() { } }

    static void twice(Body use) throws Exception { Thread a = start(use); Thread.sleep(5); Thread b = start(use); a.join(); b.join(); }

    public static void main(String[] args) throws Exception {
        ClassLoader cl = ClassUse.class.getClassLoader();
        String n = ClassUse.class.getName() + "$";
        MethodHandles.Lookup look = MethodHandles.lookup();
        twice(() -> { int x = Iface.X + okIface; });
        twice(() -> { Impl i = new Impl(); int x = i.d() + Impl.okImplStatic; });
        twice(() -> { Color c = Color.valueOf("RED"); int x = c.okColor + Color.BY.get("BLUE").okColor + okEnumValueOf; });
        twice(() -> { Singleton s = Singleton.get(); int x = s.okField + s.okNums[1] + okHolder; s.names.get(0); });
        twice(() -> { Object o = Class.forName(n + "ViaNewInstance", false, cl).getDeclaredConstructor().newInstance(); int x = okNewInstance; });
        twice(() -> { Field f = Class.forName(n + "ViaField", false, cl).getDeclaredField("okV"); f.setAccessible(true); int x = f.getInt(null) + okFieldGet; });
        MethodHandle go = look.findStatic(ViaMH.class, "go", MethodType.methodType(void.class));
        twice(() -> { try { go.invokeExact(); } catch (Throwable t) { throw new Error(t); } int x = okMHStatic; });
        MethodHandle nw = look.findConstructor(ViaMHNew.class, MethodType.methodType(void.class));
        twice(() -> { try { Object o = nw.invoke(); } catch (Throwable t) { throw new Error(t); } int x = okMHNew; });
        VarHandle vh = look.findStaticVarHandle(ViaVH.class, "okVh", int.class);
        twice(() -> { int x = (int) vh.get() + okVHStatic; });
        twice(() -> { Runnable r = ViaRef::go; r.run(); int x = okMethodRef; });
        twice(() -> { int x = ViaLambda.get() + okLambda; });
        twice(() -> { Rec r = new Rec(1, List.of()); Rec.SHARED.get(0); int x = okRecord + r.a(); });
        twice(() -> { int x = Bottom.use() + okChain; new Bottom(); x = okChain; });
        twice(() -> { Class.forName(n + "Invoked", false, cl).getMethod("go").invoke(null); int x = okInvoke; });
        twice(() -> { switch (Color.valueOf("BLUE")) { case RED: okSwitch = okSwitch; break; default: } EnumSet.allOf(Color.class).size(); new EnumMap<Color, String>(Color.class).put(Color.RED, "x"); });
        both(() -> First.class.getAnnotation(Phase.class).value().get(), () -> { pause(); First.class.getAnnotation(Phase.class).value().get(); });
        both(() -> Second.class.getAnnotation(Phase.class).value().get(), () -> { pause(); Second.class.getAnnotation(Phase.class).value().get(); });
        twice(() -> { Object o = java.lang.reflect.Proxy.newProxyInstance(cl, new Class<?>[] {Runnable.class}, (p, m, a) -> null); ((Runnable) o).run(); });

        both(() -> Late.ONE.badLate++, () -> { pause(); int x = Late.ONE.badLate; });
        both(() -> Const.init(), () -> { pause(); int x = Const.C + badConstant; });
        both(() -> ForNameFalse.init(), () -> { pause(); Class.forName(n + "ForNameFalse", false, cl); int x = badForNameFalse; });
        both(() -> ArrayNew.init(), () -> { pause(); Object o = new ArrayNew[3]; int x = badArrayNew; });
        both(() -> ClassLit.init(), () -> { pause(); Object o = ClassLit.class; int x = badClassLit; });
    }
}
