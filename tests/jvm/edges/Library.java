// Collections by their inherited methods, HTTP servers and clients.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;
import java.lang.ref.*;
import java.nio.file.*;
import com.sun.net.httpserver.*;
import java.net.*;
import java.net.http.*;

public class Library extends Edges {
    static int okAsyncHttp, okHandler;
    static class OkSyncList extends ArrayList<String> { }
    static class OkSyncMap extends HashMap<String, String> { }
    static class BadToString extends ArrayList<String> { }
    static class BadEquals extends ArrayList<String> { }
    static class BadHash extends HashMap<String, String> { }
    static class BadMapToString extends TreeMap<String, String> { }
    static class BadAccess extends LinkedHashMap<String, String> { BadAccess() { super(16, .75f, true); } }
    static class OkInsert extends LinkedHashMap<String, String> { }
    static class BadPq extends PriorityQueue<String> { }
    static class BadAddAll extends ArrayList<String> { }
    static class BadRetain extends HashSet<String> { }
    static class BadIter extends LinkedList<String> { }
    static class BadForEach extends ArrayList<String> { }
    static class BadSyncIter extends ArrayList<String> { }
    static class BadRemoveIf extends ArrayList<String> { }
    static class BadCollect extends ArrayList<String> { }
    static class BadMerge extends HashMap<String, Integer> { }
    static class BadSub extends TreeMap<String, String> { }
    static class BadCopyCtor extends ArrayList<String> { }
    static class BadStack extends ArrayDeque<String> { }
    static class BadBits extends BitSet { }
    static <T extends Collection<String>> T f(T c) { c.add("a"); c.add("b"); return c; }
    static <M extends Map<String, String>> M m(M c) { c.put("a", "b"); return c; }
    static void race(Body a, Body b) throws Exception { both(a, () -> { pause(); b.run(); }); }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        ExecutorService ex = Executors.newFixedThreadPool(2);
        server.setExecutor(ex);
        okHandler = 1;
        server.createContext("/", h -> { int x = okHandler; byte[] b = "hi".getBytes(); h.sendResponseHeaders(200, b.length); h.getResponseBody().write(b); h.close(); });
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).thenAccept(r -> okAsyncHttp = r.body().length()).join();
        okAsyncHttp++;
        int len = client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines()).body().mapToInt(String::length).sum();
        server.stop(0);
        ex.shutdown();
        List<String> sl = Collections.synchronizedList(f(new OkSyncList()));
        Body slb = () -> { for (int i = 0; i < 20; i++) { sl.add("x"); sl.get(0); sl.set(0, "y"); sl.remove(sl.size() - 1); sl.contains("a"); sl.indexOf("b"); sl.toString(); sl.hashCode(); sl.equals(List.of()); sl.toArray(new String[0]); sl.forEach(s -> { }); sl.removeIf(s -> s.equals("q")); sl.addAll(List.of("r")); synchronized (sl) { for (String s : sl) s.length(); } } };
        both(slb, slb);
        Map<String, String> sm = Collections.synchronizedMap(m(new OkSyncMap()));
        Body smb = () -> { for (int i = 0; i < 20; i++) { sm.put("k" + i, "v"); sm.get("a"); sm.computeIfAbsent("q", k -> "z"); sm.toString(); sm.keySet().contains("a"); sm.merge("m", "n", String::concat); synchronized (sm) { for (String s : sm.keySet()) s.length(); for (Map.Entry<String, String> e : sm.entrySet()) e.getValue(); } } };
        both(smb, smb);
        Vector<String> v = new Vector<>();
        Body vb = () -> { for (int i = 0; i < 20; i++) { v.add("x"); v.elementAt(0); v.firstElement(); v.copyInto(new String[100]); v.toString(); v.size(); Enumeration<String> e = v.elements(); if (e.hasMoreElements()) e.nextElement(); } };
        both(vb, vb);
        Hashtable<String, String> h = new Hashtable<>();
        Body hb = () -> { for (int i = 0; i < 20; i++) { h.put("x" + i, "y"); h.get("x1"); h.keys(); h.toString(); h.contains("y"); } };
        both(hb, hb);
        Properties p = new Properties();
        Body pb = () -> { for (int i = 0; i < 20; i++) { p.setProperty("a", "b"); p.getProperty("a"); p.stringPropertyNames(); p.toString(); } };
        both(pb, pb);
        Map<String, String> ins = m(new OkInsert());
        Body ib = () -> { ins.get("a"); ins.toString(); ins.hashCode(); ins.equals(Map.of()); for (String s : ins.keySet()) s.length(); };
        both(ib, ib);
        Random rnd = new Random();
        both(() -> rnd.nextInt(), () -> rnd.nextInt());

        ArrayList<String> ts = f(new BadToString());
        race(() -> ts.add("x"), () -> ts.toString());
        List<String> eq = f(new BadEquals());
        race(() -> eq.add("x"), () -> eq.equals(List.of("a")));
        Map<String, String> ha = m(new BadHash());
        race(() -> ha.put("x", "y"), () -> ha.hashCode());
        TreeMap<String, String> mt = m(new BadMapToString());
        race(() -> mt.put("x", "y"), () -> mt.toString());
        Map<String, String> ac = m(new BadAccess());
        race(() -> ac.getOrDefault("a", ""), () -> ac.getOrDefault("a", ""));
        Queue<String> pq = f(new BadPq());
        race(() -> pq.poll(), () -> pq.peek());
        List<String> aa = f(new BadAddAll());
        race(() -> aa.addAll(0, List.of("z")), () -> aa.lastIndexOf("z"));
        Set<String> rt = f(new BadRetain());
        race(() -> rt.retainAll(Set.of("a")), () -> rt.containsAll(List.of("a")));
        LinkedList<String> it = f(new BadIter());
        race(() -> it.addLast("z"), () -> { for (Iterator<String> i = it.descendingIterator(); i.hasNext();) i.next(); });
        List<String> fe = f(new BadForEach());
        race(() -> fe.replaceAll(String::trim), () -> fe.forEach(s -> { }));
        List<String> si = Collections.synchronizedList(f(new BadSyncIter()));
        race(() -> si.add("z"), () -> { for (String s : si) s.length(); });
        List<String> ri = f(new BadRemoveIf());
        race(() -> ri.removeIf(s -> true), () -> ri.isEmpty());
        List<String> co = f(new BadCollect());
        race(() -> co.add("z"), () -> co.stream().collect(Collectors.toList()));
        Map<String, Integer> me = new BadMerge();
        race(() -> me.merge("a", 1, Integer::sum), () -> me.getOrDefault("b", 1));
        TreeMap<String, String> su = m(new BadSub());
        race(() -> su.put("x", "y"), () -> su.headMap("z").size());
        List<String> cc = f(new BadCopyCtor());
        race(() -> cc.add("x"), () -> new HashSet<>(cc));
        Deque<String> sk = f(new BadStack());
        race(() -> sk.push("x"), () -> sk.peekLast());
        BitSet bs = new BadBits();
        race(() -> bs.set(3, 9), () -> bs.nextSetBit(0));
    }
}
