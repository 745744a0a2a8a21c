// Classes that libraries make to measure where the fields of a JDK class are: the offsets must be those of that class.
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import sun.misc.Unsafe;

public class Mirror {
    static Unsafe unsafe;

    static class Written {
        boolean override;
        Object accessCheckCache;
    }

    // class Generated { boolean override; volatile Object accessCheckCache; } without any method
    static byte[] generated() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        out.writeShort(9);
        for (String text : new String[] {"Generated", "java/lang/Object"}) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        for (int name = 1; name <= 2; name++) {
            out.writeByte(7);
            out.writeShort(name);
        }
        for (String text : new String[] {"override", "Z", "accessCheckCache", "Ljava/lang/Object;"}) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        for (int value : new int[] {0x21, 3, 4, 0, 2, 0, 5, 6, 0, 0x40, 7, 8, 0, 0, 0}) out.writeShort(value);
        return bytes.toByteArray();
    }

    @SuppressWarnings("removal")
    static boolean isMirror(Class<?> type) throws Exception {
        long offset = unsafe.objectFieldOffset(type.getDeclaredField("override"));
        Method open = Mirror.class.getDeclaredMethod("generated"), closed = Mirror.class.getDeclaredMethod("generated");
        open.setAccessible(true);
        boolean same = unsafe.getByte(open, offset) == 1 && unsafe.getByte(closed, offset) == 0;
        if (same) unsafe.putBoolean(closed, offset, true);
        return same && closed.isAccessible();
    }

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = (Unsafe) field.get(null);
        System.out.println("generated " + isMirror(MethodHandles.lookup().defineClass(generated())));
        System.out.println("written " + isMirror(Written.class));
        System.gc();
    }
}
