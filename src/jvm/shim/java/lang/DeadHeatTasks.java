package java.lang;

import static java.lang.DeadHeatModels.*;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** Threads, executors, futures: work that others do. See DeadHeatModels. */
public final class DeadHeatTasks {
    private DeadHeatTasks() {}

    // ---- threads

    public static void start(Object thread, int site) {
        DeadHeatHooks.start(thread, site);
    }

    /** The current thread does nothing more. */
    public static void threadEnd(Object thread, int site) {
        DeadHeatHooks.detach((Thread) thread);
    }

    public static void join(Object thread, int site) {
        DeadHeatHooks.join(thread, site);
    }

    public static void joinPre(Object thread, int site) {
        if (thread instanceof Thread) DeadHeatHooks.about((Thread) thread, DeadHeatContract.JOIN_PRE, site);
    }

    public static void sleep(int site) {
        DeadHeatHooks.about(null, DeadHeatContract.SLEEP, site);
    }

    public static void alive(Object thread, int alive, int site) {
        if (alive == 0) DeadHeatHooks.join(thread, site);
    }

    public static void state(Object thread, Object state, int site) {
        if (state == Thread.State.TERMINATED) DeadHeatHooks.join(thread, site);
    }

    public static void interrupt(Object thread, int site) {
        if (!(thread instanceof Thread)) return;
        DeadHeatHooks.about((Thread) thread, DeadHeatContract.INTERRUPT, site);
        out(thread, 1, site, INTERRUPT);
    }

    /** Of another thread, or of the current one, that it was interrupted. */
    public static void interrupted(Object thread, int interrupted, int site) {
        if (interrupted != 0) in(thread != null ? thread : Thread.currentThread(), 1, site, INTERRUPT);
    }

    public static void interruption(int site) {
        in(Thread.currentThread(), 1, site, INTERRUPT);
    }

    public static void lastThread(int site) {
        DeadHeatHooks.lastThread(site);
    }

    // ---- classes, and objects that nobody has any more

    public static void classUse(Object type, int site) {
        if (type instanceof Class) DeadHeatHooks.use((Class<?>) type, site);
    }

    public static void classUseIf(Object type, int initialised, int site) {
        if (initialised != 0) classUse(type, site);
    }

    private static final long OF_CLASS = 8L << 32;

    /** The shim has such values itself: those tell nothing. */
    public static void classValueOut(Object values, Object value, int site) {
        if (values != null && !ofJdk(values)) out(value, OF_CLASS, site, QUEUE);
    }

    public static void classValueIn(Object value, int site) {
        in(value, OF_CLASS, site, QUEUE);
    }

    private static final long FINALIZED = 6L << 32;

    /** The end of a constructor happens before the finalizer. The object itself is not kept: its class stands for it. */
    public static void constructed(Object object, int site) {
        if (object != null) out(object.getClass(), FINALIZED, site, QUEUE);
    }

    public static void finalizing(Object object, int site) {
        if (object == null) return;
        in(object.getClass(), FINALIZED, site, QUEUE);
        DeadHeatFields.forget(object, site);
    }

    /** Puts a reference into its queue. */
    public static void enqueue(Object reference, int site) {
        out(reference, 0, site, QUEUE);
    }

    /** The collector has found that nobody has the referent; what it enqueued, its taker has alone. */
    public static void dequeued(Object reference, int site) {
        if (reference == null) return;
        in(reference, 0, site, QUEUE);
        DeadHeatFields.forget(reference, site);
    }

    // ---- executors, futures

    public static void taskOut(Object task, int site) {
        out(task, 0, site, EXECUTOR);
    }

    public static void taskIn(Object task, int site) {
        in(task, 0, site, EXECUTOR);
    }

    public static void twoOut(Object first, Object second, int site) {
        taskOut(first, site);
        taskOut(second, site);
    }

    public static void twoIn(Object first, Object second, int site) {
        futureIn(first, site);
        futureIn(second, site);
    }

    public static void tasksOut(Object tasks, int site) {
        if (tasks instanceof Object[]) for (Object task : (Object[]) tasks) out(task, 0, site, EXECUTOR);
        if (!(tasks instanceof Collection) || !ofJdk(tasks)) return;
        for (Object task : (Collection<?>) tasks) out(task, 0, site, EXECUTOR);
    }

    public static void tasksIn(Object futures, int site) {
        if (futures instanceof Object[]) for (Object future : (Object[]) futures) in(future, 1, site, FUTURE);
        if (!(futures instanceof Collection) || !ofJdk(futures)) return;
        for (Object future : (Collection<?>) futures) in(future, 1, site, FUTURE);
    }

    public static void futureOut(Object future, int site) {
        out(future, 1, site, FUTURE);
    }

    public static void futureIn(Object future, int site) {
        if (future instanceof Future) in(future, 1, site, FUTURE);
    }

    public static void futureInIf(Object future, int done, int site) {
        if (done != 0) futureIn(future, site);
    }

    /** A stage is added: its function may run here and now if the future is done. */
    public static void stage(Object future, Object function, int site) {
        taskOut(function, site);
        stageIn(future, site);
    }

    /** Not by its methods: some stages throw. */
    private static boolean isDone(Object future) {
        return future instanceof CompletableFuture
                && peek(future, "java.util.concurrent.CompletableFuture", "result") != null;
    }

    public static void stageIn(Object future, int site) {
        if (isDone(future)) futureIn(future, site);
    }

    public static void twoStagesIn(Object first, Object second, int site) {
        stageIn(first, site);
        stageIn(second, site);
    }

    /** A function of a stage begins: in a method of its source, if that is done. */
    public static void functionIn(Object function, Object source, int site) {
        taskIn(function, site);
        stageIn(source, site);
    }

    /** A stage of a part of others, which another stage may be made of. */
    public static void allMade(Object sources, int from, int to, Object made, int site) {
        if (!isDone(made)) return;
        for (int i = from; i <= to; i++) stageIn(((Object[]) sources)[i], site);
        futureIn(made, site);
        futureOut(made, site);
    }

    /** A stage was made of one or several: when it is done already, no hook of the JDK has seen that. */
    public static void stageMade(Object sources, Object made, int site) {
        if (!isDone(made)) return;
        if (sources instanceof Object[]) {
            for (Object source : (Object[]) sources) stageIn(source, site);
        } else {
            stageIn(sources, site);
        }
        futureIn(made, site);
        futureOut(made, site);
    }

    public static void stageOfTwoMade(Object first, Object second, Object made, int site) {
        if (isDone(made)) stageIn(second, site);
        stageMade(first, made, site);
    }

    public static void stageOfTwo(Object first, Object second, Object function, int site) {
        stage(first, function, site);
        stage(second, null, site);
    }

    /** A dependent stage of a CompletableFuture begins: it is ordered after its sources. */
    public static void completionIn(Object completion, int site) {
        if (completion == null) return;
        Object source = peek(completion, "java.util.concurrent.CompletableFuture$UniCompletion", "src");
        if (source != null) in(source, 1, site, FUTURE);
        Object any = peek(completion, "java.util.concurrent.CompletableFuture$AnyOf", "src");
        if (any != null) in(any, 1, site, FUTURE);
        Object second = peek(completion, "java.util.concurrent.CompletableFuture$BiCompletion", "snd");
        if (second != null) in(second, 1, site, FUTURE);
    }

    /** A fork/join task has run: what waits for it, or for the root of its completers, is ordered after it. */
    public static void completerOut(Object task, int site) {
        if (task == null) return;
        out(task, 1, site, FUTURE);
        Object root = task;
        for (;;) {
            Object next = peek(root, "java.util.concurrent.CountedCompleter", "completer");
            if (next == null) break;
            root = next;
        }
        if (root != task) out(root, 1, site, FUTURE);
    }

    private static final long PENDING = 5L << 32;

    public static void pendingOut(Object completer, int site) {
        out(completer, PENDING, site, FUTURE);
    }

    public static void pendingIn(Object completer, int site) {
        in(completer, PENDING, site, FUTURE);
    }

    public static void completerDone(Object completer, int site) {
        pendingIn(completer, site);
        futureOut(completer, site);
    }

    private static Object executorKey(Object executor) {
        if (executor == null) return null;
        Object inner = peek(executor, "java.util.concurrent.Executors$DelegatedExecutorService", "e");
        return inner != null ? inner : executor;
    }

    public static void executorOut(Object executor, int site) {
        out(executorKey(executor), 2, site, EXECUTOR);
    }

    public static void executorIn(Object executor, int site) {
        in(executorKey(executor), 2, site, EXECUTOR);
    }

    public static void executorInIf(Object executor, int terminated, int site) {
        if (terminated != 0) executorIn(executor, site);
    }

    private static final long ORDERED = 7L << 32;

    private static Object actionOf(Object task) {
        return task == null ? null : peek(task, "java.util.stream.ForEachOps$ForEachOrderedTask", "action");
    }

    /** A task of forEachOrdered runs the action of all of them: one after the other. */
    public static void orderedIn(Object task, int site) {
        in(actionOf(task), ORDERED, site, QUEUE);
    }

    public static void orderedOut(Object task, int site) {
        out(actionOf(task), ORDERED, site, QUEUE);
    }

    private static final String[] SUBTASKS = {
        "java.util.concurrent.StructuredTaskScopeImpl$SubtaskImpl", "java.util.concurrent.StructuredTaskScope$SubtaskImpl"
    };

    /** A subtask of a structured scope ends. */
    public static void subtaskOut(Object subtask, int site) {
        for (String type : SUBTASKS) {
            Object scope = peek(subtask, type, "scope");
            if (scope != null) executorOut(scope, site);
        }
    }

    private static final long ONE_SUBSCRIBER = 4L << 32;

    /** The methods of one subscriber are called one after the other, and after the item was submitted. */
    public static void subscriberIn(Object subscriber, Object item, int site) {
        in(subscriber, ONE_SUBSCRIBER, site, QUEUE);
        taskIn(item, site);
    }

    public static void subscriberOut(Object subscriber, int site) {
        out(subscriber, ONE_SUBSCRIBER, site, QUEUE);
    }
}
