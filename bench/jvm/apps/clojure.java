// maven: org.clojure:clojure:1.11.1
// The language starts; agents, atoms, refs and futures.
import clojure.java.api.Clojure;
import clojure.lang.IFn;

class Driver {
    public static void main(String[] arguments) {
        IFn eval = Clojure.var("clojure.core", "load-string");
        System.out.println(eval.invoke("(let [a (atom 0) r (ref 0) g (agent 0)"
            + " fs (doall (for [i (range 4)] (future (dotimes [_ 200] (swap! a inc) (dosync (alter r inc)) (send g inc)))))]"
            + " (doseq [f fs] @f) (await g) [@a @r @g (reduce + (pmap #(* % %) (range 100)))])"));
        Clojure.var("clojure.core", "shutdown-agents").invoke();
    }
}
