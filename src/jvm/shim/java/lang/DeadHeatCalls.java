package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls of the library's methods by reflection or a method handle: they mean what a call by an instruction means. What that
 * is, the models say for the method's class or its nearest supertype. See DeadHeatModels.
 */
public final class DeadHeatCalls {
    private DeadHeatCalls() {}

    /** One effect: a method of the shim, and for each of its parameters what it is given. */
    private static final class Effect {
        final Method method;
        final String[] operands;

        Effect(Method method, String[] operands) {
            this.method = method;
            this.operands = operands;
        }

        void run(Object receiver, Object[] arguments, Object result, int site) {
            Class<?>[] types = method.getParameterTypes();
            Object[] values = new Object[operands.length];
            for (int i = 0; i < values.length; i++) {
                Object value = operand(operands[i], receiver, arguments, result, site);
                values[i] = types[i] == int.class ? (Object) intOf(value) : value;
            }
            try {
                method.invoke(null, values);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                return; // an effect that takes other types than this method has: it means nothing
            }
        }

        private static Object operand(String name, Object receiver, Object[] arguments, Object result, int site) {
            switch (name) {
                case "receiver":
                    return receiver;
                case "result":
                    return result;
                case "site":
                    return site;
                default:
                    int index = name.length() == 1 ? name.charAt(0) - '0' : -1;
                    return arguments != null && index >= 0 && index < arguments.length ? arguments[index] : null;
            }
        }

        private static int intOf(Object value) {
            if (value instanceof Boolean) return (Boolean) value ? 1 : 0;
            return value instanceof Character ? (Character) value : value instanceof Number ? ((Number) value).intValue() : 0;
        }
    }

    /** What a method of the JDK means. */
    private static final class Meaning {
        final String name, descriptor;
        final boolean isStatic;
        Effect before, after;

        Meaning(String name, String descriptor, boolean isStatic) {
            this.name = name;
            this.descriptor = descriptor;
            this.isStatic = isStatic;
        }

        /** One that the program overrides is instrumented itself. */
        void run(Effect effect, Object receiver, Object[] arguments, Object result, int site) {
            if (effect == null || !isStatic && receiver == null) return;
            if (!isStatic && !DeadHeatModels.ofJdk(receiver) && !DeadHeatHooks.inherits(receiver.getClass(), name, descriptor)) return;
            effect.run(receiver, arguments, result, site);
        }
    }

    private static final ClassValue<ConcurrentHashMap<Object, Meaning>> MEANINGS = new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<Object, Meaning> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** Null: of a class of the program. */
    private static Meaning meaning(Method method) {
        Class<?> type = method.getDeclaringClass();
        if (type.getClassLoader() != null) return null;
        Meaning known = MEANINGS.get(type).get(method);
        if (known != null) return known;
        MethodType called = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        return remember(method, type, method.getName(), called, Modifier.isStatic(method.getModifiers()));
    }

    private static Meaning meaning(MethodHandle handle) {
        Object member = DeadHeatModels.peek(handle, "java.lang.invoke.DirectMethodHandle", "member");
        if (member == null) return null;
        Class<?> type = (Class<?>) DeadHeatModels.peek(member, "java.lang.invoke.MemberName", "clazz");
        Object name = DeadHeatModels.peek(member, "java.lang.invoke.MemberName", "name");
        if (type == null || type.getClassLoader() != null || !(name instanceof String)) return null;
        boolean isStatic = Modifier.isStatic(DeadHeatFields.flagsOf(member));
        MethodType called = handle.type();
        if (!isStatic && called.parameterCount() == 0) return null;
        if (!isStatic) called = called.dropParameterTypes(0, 1);
        String key = name + called.toMethodDescriptorString();
        Meaning known = MEANINGS.get(type).get(key);
        return known != null ? known : remember(key, type, (String) name, called, isStatic);
    }

    private static Meaning remember(Object key, Class<?> type, String name, MethodType called, boolean isStatic) {
        Meaning meaning = new Meaning(name, called.toMethodDescriptorString(), isStatic);
        for (String line : linesOf(type, meaning)) {
            String[] words = line.split(" ");
            if (words.length < 3) continue;
            Effect effect = effect(words);
            if (words[0].equals("before")) meaning.before = effect;
            if (words[0].equals("after")) meaning.after = effect;
        }
        MEANINGS.get(type).put(key, meaning);
        return meaning;
    }

    /** The lines of the models for a method: of its class, else of the nearest supertype that has some. */
    private static String[] linesOf(Class<?> declaring, Meaning meaning) {
        ArrayDeque<Class<?>> types = new ArrayDeque<>();
        for (types.add(declaring); !types.isEmpty();) {
            Class<?> type = types.remove();
            String lines = DeadHeatHooks.modelOf(type.getName().replace('.', '/'), meaning.name, meaning.descriptor);
            if (lines != null && !lines.isEmpty()) return lines.split("\n");
            if (type.getSuperclass() != null) types.add(type.getSuperclass());
            for (Class<?> above : type.getInterfaces()) types.add(above);
        }
        return new String[0];
    }

    private static Effect effect(String[] words) {
        Class<?> owner = ClassLoader.findBootstrapClassOrNull(words[1].replace('/', '.'));
        if (owner == null) return null;
        String[] operands = new String[words.length - 3];
        System.arraycopy(words, 3, operands, 0, operands.length);
        for (Method method : owner.getDeclaredMethods()) {
            if (!method.getName().equals(words[2]) || method.getParameterCount() != operands.length) continue;
            return new Effect(method, operands);
        }
        return null;
    }

    // ---- reflection

    public static void invokedBefore(Object method, Object receiver, Object arguments, int site) {
        Meaning meaning = method instanceof Method ? meaning((Method) method) : null;
        if (meaning != null) meaning.run(meaning.before, receiver, (Object[]) arguments, null, site);
    }

    public static void invokedAfter(Object method, Object receiver, Object arguments, Object result, int site) {
        Meaning meaning = method instanceof Method ? meaning((Method) method) : null;
        if (meaning != null) meaning.run(meaning.after, receiver, (Object[]) arguments, result, site);
    }

    // ---- method handles: of a field, or of a method

    private static boolean isMethod(Object handle) {
        return handle instanceof MethodHandle && !DeadHeatFields.isAccessor(handle);
    }

    private static void handled(Object handle, boolean after, Object first, Object second, int index, Object result, int site) {
        Meaning meaning = meaning((MethodHandle) handle);
        if (meaning == null) return;
        Object argument = second != null ? second : (Object) index;
        Object[] arguments = {meaning.isStatic ? first : argument, meaning.isStatic ? argument : null};
        meaning.run(after ? meaning.after : meaning.before, meaning.isStatic ? null : first, arguments, result, site);
    }

    public static void handleBefore(Object handle, Object first, Object second, int index, int site) {
        if (isMethod(handle)) {
            handled(handle, false, first, second, index, null, site);
        } else {
            DeadHeatFields.methodHandleBefore(handle, first, site);
        }
    }

    public static void handleAfter(Object handle, Object first, Object second, int index, Object result, int site) {
        if (isMethod(handle)) {
            handled(handle, true, first, second, index, result, site);
        } else {
            DeadHeatFields.methodHandleAfter(handle, first, site);
        }
    }

    public static void handleAfter(Object handle, Object first, Object second, int index, int result, int site) {
        handleAfter(handle, first, second, index, isMethod(handle) ? (Object) result : null, site);
    }

    public static void handleAfter(Object handle, Object first, Object second, int index, long result, int site) {
        handleAfter(handle, first, second, index, isMethod(handle) ? (Object) result : null, site);
    }

    public static void handleAfter(Object handle, Object first, Object second, int index, float result, int site) {
        handleAfter(handle, first, second, index, null, site);
    }

    public static void handleAfter(Object handle, Object first, Object second, int index, double result, int site) {
        handleAfter(handle, first, second, index, null, site);
    }
}
