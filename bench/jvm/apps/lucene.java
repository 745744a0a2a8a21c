// maven: org.apache.lucene:lucene-core:9.9.1
// Three threads add documents to one index; a searcher counts them.
import java.util.concurrent.*;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        try (Directory folder = new ByteBuffersDirectory();
             IndexWriter writer = new IndexWriter(folder, new IndexWriterConfig().setMaxBufferedDocs(40))) {
            ExecutorService pool = Executors.newFixedThreadPool(3);
            for (int t = 0; t < 3; t++) {
                int own = t;
                pool.submit(() -> {
                    for (int i = 0; i < 150; i++) {
                        Document document = new Document();
                        document.add(new StringField("id", own + "-" + i, Field.Store.YES));
                        document.add(new StringField("kind", i % 2 == 0 ? "even" : "odd", Field.Store.NO));
                        writer.addDocument(document);
                    }
                    return null;
                });
            }
            pool.shutdown();
            pool.awaitTermination(5, TimeUnit.MINUTES);
            writer.commit();
            try (DirectoryReader reader = DirectoryReader.open(folder)) {
                ExecutorService searchers = Executors.newFixedThreadPool(2);
                IndexSearcher searcher = new IndexSearcher(reader, searchers);
                System.out.println(searcher.count(new TermQuery(new Term("kind", "even"))) + " of " + reader.numDocs());
                System.out.println(searcher.search(new MatchAllDocsQuery(), 10).totalHits);
                searchers.shutdown();
            }
        }
    }
}
