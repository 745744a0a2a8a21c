package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import jdk.internal.reflect.Reflection;

/** What we added to classes stays invisible. See DeadHeatModels. */
public final class DeadHeatHidden {
    private DeadHeatHidden() {}

    public static Object filterFields(Object type, Object fields, int site) {
        return withoutOurs(Reflection.filterFields((Class<?>) type, (Field[]) fields));
    }

    public static Object filterMethods(Object type, Object methods, int site) {
        return withoutOurs(Reflection.filterMethods((Class<?>) type, (Method[]) methods));
    }

    /** No lambdas: this runs while the JVM starts. */
    private static <M extends Member> M[] withoutOurs(M[] all) {
        M[] kept = all.clone();
        int count = 0;
        for (M member : all) if (!member.getName().startsWith("dh$")) kept[count++] = member;
        return count == all.length ? all : Arrays.copyOf(kept, count);
    }
}
