// maven: org.quartz-scheduler:quartz:2.3.2
// Jobs on a scheduler's threads.
import java.util.concurrent.*;
import org.quartz.*;
import org.quartz.impl.StdSchedulerFactory;

class Driver {
    static final CountDownLatch done = new CountDownLatch(30);

    public static class Work implements Job {
        @Override public void execute(JobExecutionContext context) { done.countDown(); }
    }

    public static void main(String[] arguments) throws Exception {
        Scheduler scheduler = StdSchedulerFactory.getDefaultScheduler();
        scheduler.start();
        for (int i = 0; i < 30; i++)
            scheduler.scheduleJob(JobBuilder.newJob(Work.class).withIdentity("job" + i).build(),
                                  TriggerBuilder.newTrigger().startNow().build());
        System.out.println(done.await(5, TimeUnit.MINUTES));
        scheduler.shutdown(true);
    }
}
