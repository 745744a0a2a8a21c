// Language features: records, lambdas, nested classes, string concatenation, serialization, hidden classes, class init.
import java.io.*;
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

public class Language extends Edges {
    record Point(int x, int[] cells) { Point { cells = cells.clone(); } }
    enum Op implements IntBinaryOperator { ADD { public int applyAsInt(int a, int b) { okEnum[0] = 0; return a + b; } }; static int[] okEnum = {1}; }
    sealed interface Shape permits Circle, Square { }
    record Circle(int r) implements Shape { }
    record Square(int s) implements Shape { }
    static class Message implements Serializable { int okMessage = 1; transient int okTransient; Message next; int[] data = {1, 2}; private Object readResolve() { okMessage++; return this; } }
    static class Ext implements Externalizable { int okExt; public Ext() { okExt = 1; } public void writeExternal(ObjectOutput o) throws IOException { o.writeInt(okExt); } public void readExternal(ObjectInput i) throws IOException { okExt = i.readInt(); } }
    class Inner { int okInner, both; class Deep { int okDeep; void go() { okInner++; okDeep++; okOuter++; } } }
    int okOuter;
    static class Lazy { static final Map<String, int[]> TABLE = new HashMap<>(); static int okLazy; static { for (int i = 0; i < 20; i++) TABLE.put("k" + i, new int[] {i}); okLazy = 1; } static int[] get(String k) { return TABLE.get(k); } }
    static class Holder { static class In { static final Language INSTANCE = new Language(); static { INSTANCE.okOuter = 7; } } static Language get() { return In.INSTANCE; } }
    interface Const { int[] TABLE = make(); static int[] make() { int[] t = new int[10]; for (int i = 0; i < 10; i++) t[i] = i; return t; } default int sum() { int s = 0; for (int v : TABLE) s += v; return s; } }
    static class Impl implements Const { }
    static class Parent { static int[] okParent = {1, 2}; int okP; Parent() { okP = okParent[0]; } }
    static class Child extends Parent { static int[] okChild = {3}; Child() { okP += okChild[0]; } }
    static volatile Object ref;
    static int okConcat, okByteViewAcq, okBuffer, okCompound, okLongView;
    static long okLong; static double okDouble; static float okFloat; static char okChar; static short okShortField; static byte okByte; static boolean okBool; static String okString;
    static int badConcat, badSwitch, badTernary, badVarargs, badNestedLambda, badFinally;
    static long badLong64; static double badDouble64; static boolean badFlag; static Object badRef; static short badShort; static byte badByte; static char badChar; static float badFloat;
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle BLONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static void race(Body x, Body y) throws Exception { both(x, () -> { pause(); y.run(); }); }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }

    public static void main(String[] args) throws Exception {
        // published by a volatile
        publish(() -> { int[] a = {1, 2, 3}; return new Point(1, a); }, o -> { Point p = (Point) o; int s = p.x() + p.cells()[0]; p.cells()[1]++; p.hashCode(); p.toString(); p.equals(new Point(2, new int[1])); });
        publish(() -> { Message m = new Message(); m.okMessage = 5; m.next = new Message(); return m; }, o -> {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                new ObjectOutputStream(bytes).writeObject(o);
                Message m = (Message) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
                m.okMessage++; m.data[0]++; m.next.okMessage++; ((Message) o).data[0]++; ((Message) o).okMessage++; ((Message) o).okTransient++;
            } catch (Exception e) { throw new Error(e); } });
        publish(() -> { try { ByteArrayOutputStream bytes = new ByteArrayOutputStream(); new ObjectOutputStream(bytes).writeObject(new Ext()); return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject(); } catch (Exception e) { throw new Error(e); } }, o -> ((Ext) o).okExt++);
        publish(() -> { Language l = new Language(); Inner i = l.new Inner(); Inner.Deep d = i.new Deep(); d.go(); return d; }, o -> ((Inner.Deep) o).go());
        publish(() -> { int[] box = {1}; Supplier<Integer> s = () -> ++box[0]; s.get(); return s; }, o -> ((Supplier<?>) o).get());
        publish(() -> new Object() { int okA = 3; { okA++; } @Override public String toString() { return "x" + okA++; } }, o -> o.toString());
        publish(() -> { class L { int okL = 1; int next() { return okL++; } } IntSupplier s = new L()::next; s.getAsInt(); return s; }, o -> ((IntSupplier) o).getAsInt());
        publish(() -> { List<int[]> l = new LinkedList<>(); l.add(new int[1]); return l; }, o -> { for (Object x : (List<?>) o) ((int[]) x)[0]++; });
        publish(() -> { int[][][] a = new int[3][4][]; a[1][2] = new int[] {4}; return a; }, o -> { int[][][] a = (int[][][]) o; a[1][2][0]++; a[0][0] = a[1][2]; });
        publish(() -> { long[] a = new long[5]; double[] d = new double[3]; a[1] = 3; d[2] = 1; return new Object[] {a, d, new boolean[2], new char[] {'x'}}; }, o -> { Object[] a = (Object[]) o; ((long[]) a[0])[1]++; ((double[]) a[1])[2]++; ((boolean[]) a[2])[0] = true; ((char[]) a[3])[0]++; });
        publish(() -> { byte[] b = new byte[32]; LONGS.set(b, 8, 3L); return b; }, o -> { byte[] b = (byte[]) o; LONGS.set(b, 8, (long) LONGS.get(b, 8) + 1); b[9]++; });
        publish(() -> { ByteBuffer b = ByteBuffer.allocate(64); b.putInt(3, 4); b.putLong(9); return b; }, o -> { ByteBuffer b = (ByteBuffer) o; b.putInt(3, b.getInt(3) + 1); b.flip(); b.getLong(); });
        publish(() -> { StringBuilder s = new StringBuilder("a"); s.append(3).append("x" + okConcat); return s; }, o -> ((StringBuilder) o).append("y").reverse());
        publish(() -> { BitSet s = new BitSet(); s.set(3); return s; }, o -> ((BitSet) o).flip(3));
        publish(() -> { EnumMap<Op, int[]> m = new EnumMap<>(Op.class); m.put(Op.ADD, new int[1]); return m; }, o -> ((EnumMap<?, ?>) o).values().forEach(v -> ((int[]) v)[0]++));
        publish(() -> { okLong = 1; okDouble = 2; okFloat = 3; okChar = 4; okShortField = 5; okByte = 6; okBool = true; okString = "s" + okLong; return 1; }, o -> { okLong += okDouble; okDouble++; okFloat++; okChar++; okShortField++; okByte++; okBool = !okBool; okString += okLong + "x" + okChar; });
        publish(() -> { okCompound = 1; okCompound += okCompound++ + ++okCompound; okCompound <<= 2; return 1; }, o -> { okCompound ^= 3; okCompound >>>= 1; });
        Body lazy = () -> { for (int i = 0; i < 20; i++) { int x = Lazy.get("k" + i)[0] + Lazy.okLazy; } };
        both(lazy, lazy);
        Body holder = () -> { int x = Holder.get().okOuter; };
        both(holder, holder);
        Body consts = () -> { int x = new Impl().sum() + Const.TABLE[3]; };
        both(consts, consts);
        Body inherit = () -> { Child c = new Child(); c.okP++; int x = Child.okParent[1] + Child.okChild[0]; };
        both(inherit, inherit);
        Body op = () -> { int x = Op.valueOf("ADD").applyAsInt(1, 2) ; };
        start(op).join();
        byte[] view = new byte[64];
        both(() -> { okByteViewAcq = 1; LONGS.setRelease(view, 8, 1L); }, () -> { while ((long) LONGS.getAcquire(view, 8) == 0) Thread.onSpinWait(); okByteViewAcq++; });
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        both(() -> { okBuffer = 1; BLONGS.setVolatile(direct, 8, 1L); }, () -> { while ((long) BLONGS.getVolatile(direct, 8) == 0) Thread.onSpinWait(); okBuffer++; });
        ByteBuffer heap = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
        both(() -> { okLongView = 1; BLONGS.compareAndSet(heap, 8, 0L, 1L); }, () -> { while (!BLONGS.compareAndSet(heap, 8, 1L, 2L)) Thread.onSpinWait(); okLongView++; });
        class Node<T extends Comparable<T>> implements Comparable<Node<T>> { T v; int okN; Node(T v) { this.v = v; } public int compareTo(Node<T> o) { okN++; return v.compareTo(o.v); } }
        publish(() -> { List<Node<String>> l = new ArrayList<>(); for (int i = 0; i < 20; i++) l.add(new Node<>("" + i * 7 % 5)); Collections.sort(l); return l; }, o -> { @SuppressWarnings("unchecked") List<Node<String>> l = (List<Node<String>>) o; Collections.sort(l, Comparator.reverseOrder()); l.get(0).okN++; });

        race(() -> { String s = "a" + badConcat++; }, () -> { String s = badConcat + "b"; badConcat++; });
        race(() -> badLong64++, () -> badLong64 += 2);
        race(() -> badDouble64 += 1.5, () -> badDouble64 *= 2);
        race(() -> badFlag = true, () -> badFlag = !badFlag);
        race(() -> badRef = "x", () -> badRef = badRef + "y");
        race(() -> badShort++, () -> badShort++);
        race(() -> badByte++, () -> badByte += 3);
        race(() -> badChar++, () -> badChar++);
        race(() -> badFloat++, () -> badFloat--);
        race(() -> { int x = badTernary > 0 ? badTernary++ : badTernary--; }, () -> { int x = badTernary > 0 ? 1 : badTernary--; });
        race(() -> { try { throw new IOException(); } catch (IOException e) { } finally { badFinally++; } }, () -> { try { } finally { badFinally++; } });
        race(() -> { Runnable r = () -> { Runnable q = () -> badNestedLambda++; q.run(); }; r.run(); }, () -> { Runnable r = () -> badNestedLambda++; r.run(); });
        race(() -> sum(badVarargs++, 2, badVarargs), () -> sum(badVarargs++));
        race(() -> { switch ("x" + badSwitch) { case "x0" -> badSwitch++; default -> badSwitch--; } }, () -> badSwitch++);
        int[] shared = {1, 2};
        Point p = new Point(1, shared);
        race(() -> p.cells()[0]++, () -> p.cells()[0]++); // race
        Message m = new Message();
        race(() -> m.data[1]++, () -> { new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(m); m.data[1]++; }); // race
        byte[] raw = new byte[32];
        race(() -> LONGS.set(raw, 8, 1L), () -> LONGS.set(raw, 8, 2L)); // race
        Language outer = new Language();
        Inner in = outer.new Inner();
        race(() -> in.both++, () -> in.both++); // race
    }
    static void publish(Supplier<Object> make, Consumer<Object> use) throws Exception {
        ref = null;
        both(() -> ref = make.get(), () -> { Object o; while ((o = ref) == null) Thread.onSpinWait(); use.accept(o); });
    }
}
