// maven: io.reactivex.rxjava3:rxjava:3.1.8
// Parallel flows, merged, with a subject that several threads feed.
import io.reactivex.rxjava3.core.*;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        System.out.println(Flowable.range(1, 2000).parallel(4).runOn(Schedulers.computation()).map(n -> (long) n * n)
            .sequential().reduce(Long::sum).blockingGet());
        System.out.println(Observable.range(0, 50).flatMap(n -> Observable.just(n).subscribeOn(Schedulers.io())
            .map(m -> m + 1)).observeOn(Schedulers.single()).toList().blockingGet().stream().mapToInt(n -> n).sum());
        Subject<Integer> subject = ReplaySubject.<Integer>create().toSerialized();
        Completable feed = Completable.fromAction(() -> { for (int i = 0; i < 100; i++) subject.onNext(i); })
            .subscribeOn(Schedulers.io());
        feed.mergeWith(feed).doOnComplete(subject::onComplete).blockingAwait();
        System.out.println(subject.count().blockingGet());
        Schedulers.shutdown();
    }
}
