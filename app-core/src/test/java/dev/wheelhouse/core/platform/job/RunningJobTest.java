package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.SettableClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A job on the test's own thread, with the moments in between that threads hit by chance. */
class RunningJobTest {

    private final SettableClock clock = new SettableClock();
    private final List<Job> kept = new ArrayList<>();

    @Test
    void neverBeginsWhenItIsCancelledBefore() {
        RunningJob job = job(
                _ -> {
                    throw new AssertionError("It began.");
                },
                kept::add);
        job.cancel("Cancelled.");
        job.run();
        assertThat(statuses()).containsExactly(JobStatus.CANCELLED);
        assertThat(kept.getLast().startedAt()).isNull();
        assertThat(kept.getLast().message()).isEqualTo("Cancelled before it began.");
        assertThat(job.ended()).isCompleted();
    }

    @Test
    void isQueuedUntilItsTurnAndNeverRunsWhenItIsCancelledMeanwhile() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        RunningJob job = job(
                new JobWork() {
                    @Override
                    public void awaitTurn() throws InterruptedException {
                        waits.countDown();
                        new CountDownLatch(1).await();
                    }

                    @Override
                    public String run(JobProgress progress) {
                        throw new AssertionError("It began.");
                    }
                },
                kept::add);
        Thread thread = Thread.startVirtualThread(job::run);
        waits.await();
        assertThat(job.current().status()).isEqualTo(JobStatus.QUEUED);
        job.cancel("Cancelled.");
        thread.join();
        assertThat(statuses()).containsExactly(JobStatus.CANCELLED);
        assertThat(kept.getLast().message()).isEqualTo("Cancelled before it began.");
        assertThat(kept.getLast().startedAt()).isNull();
    }

    @Test
    void aCancelAtTheEndOfItsWaitDoesNotInterruptWhatIsWritten() {
        List<RunningJob> self = new ArrayList<>();
        List<Boolean> interrupted = new ArrayList<>();
        RunningJob job = job(
                new JobWork() {
                    @Override
                    public void awaitTurn() {
                        self.getFirst().cancel("Cancelled.");
                    }

                    @Override
                    public String run(JobProgress progress) {
                        throw new AssertionError("It began.");
                    }
                },
                each -> {
                    interrupted.add(Thread.currentThread().isInterrupted());
                    kept.add(each);
                });
        self.add(job);
        job.run();
        assertThat(statuses()).containsExactly(JobStatus.CANCELLED);
        assertThat(interrupted).containsExactly(false);
    }

    @Test
    void givesBackWhatItHoldsOnceHoweverItEnds() {
        for (boolean cancelled : new boolean[] {true, false}) {
            List<String> given = new ArrayList<>();
            RunningJob job = job(
                    new JobWork() {
                        @Override
                        public String run(JobProgress progress) {
                            throw new AppException(PlatformError.STORAGE_FULL, "The disk is full.");
                        }

                        @Override
                        public void ended() {
                            given.add("back");
                            throw new IllegalStateException("This is logged, and changes nothing.");
                        }
                    },
                    kept::add);
            if (cancelled) {
                job.cancel("Cancelled.");
            }
            job.run();
            assertThat(given).containsExactly("back");
            assertThat(kept.getLast().status()).isEqualTo(cancelled ? JobStatus.CANCELLED : JobStatus.FAILED);
        }
    }

    @Test
    void givesBackUninterruptedWhatItHeldWhenItIsCancelled() {
        List<RunningJob> self = new ArrayList<>();
        List<Boolean> interrupted = new ArrayList<>();
        RunningJob job = job(
                new JobWork() {
                    @Override
                    public String run(JobProgress progress) {
                        self.getFirst().cancel("Cancelled.");
                        interrupted.add(Thread.currentThread().isInterrupted());
                        throw new AppException(PlatformError.CANCELLED, "Cancelled.");
                    }

                    @Override
                    public void ended() {
                        interrupted.add(Thread.currentThread().isInterrupted());
                    }
                },
                kept::add);
        self.add(job);
        job.run();
        assertThat(interrupted).containsExactly(true, false);
    }

    @Test
    void isNotInterruptedWhileItsStartIsWritten() {
        List<RunningJob> self = new ArrayList<>();
        List<Boolean> interrupted = new ArrayList<>();
        RunningJob job = job(_ -> "never", each -> {
            if (each.status() == JobStatus.RUNNING) {
                self.getFirst().cancel("Cancelled.");
            }
            interrupted.add(Thread.currentThread().isInterrupted());
            kept.add(each);
        });
        self.add(job);
        job.run();
        assertThat(statuses()).containsExactly(JobStatus.RUNNING, JobStatus.CANCELLED);
        assertThat(interrupted).containsExactly(false, false);
    }

    @Test
    void isNotInterruptedWhileItsEndIsWritten() {
        List<RunningJob> self = new ArrayList<>();
        List<Boolean> interrupted = new ArrayList<>();
        RunningJob job = job(
                _ -> {
                    self.getFirst().cancel("Cancelled.");
                    return "Done all the same.";
                },
                each -> {
                    interrupted.add(Thread.currentThread().isInterrupted());
                    kept.add(each);
                });
        self.add(job);
        job.run();
        assertThat(statuses()).containsExactly(JobStatus.RUNNING, JobStatus.SUCCEEDED);
        assertThat(interrupted).containsExactly(false, false);
    }

    @Test
    void failsWithoutBeginningWhenItsStartCannotBeWritten() {
        RunningJob job = job(
                _ -> {
                    throw new AssertionError("It began.");
                },
                each -> {
                    if (each.status() == JobStatus.RUNNING) {
                        throw new AppException(PlatformError.STORAGE_FULL, "The disk is full.");
                    }
                    kept.add(each);
                });
        job.run();
        assertThat(statuses()).containsExactly(JobStatus.FAILED);
        assertThat(kept.getLast().error()).isEqualTo("The disk is full.");
    }

    @Test
    void endsForWhoeverWaitsEvenWhenItsEndCannotBeWritten() {
        RunningJob job = job(_ -> "Done.", each -> {
            if (each.status().isFinal()) {
                throw new IllegalStateException("no store");
            }
        });
        assertThatThrownBy(job::run).hasMessage("no store");
        assertThat(job.ended()).isCompleted();
        assertThat(job.current().status()).isEqualTo(JobStatus.SUCCEEDED);
    }

    @Test
    void runsTheCancelActionAtOnceWhenItComesAfterTheCancel() {
        List<RunningJob> self = new ArrayList<>();
        List<String> actions = new ArrayList<>();
        RunningJob job = job(
                progress -> {
                    self.getFirst().cancel("Cancelled.");
                    progress.onCancel(() -> actions.add("cut off"));
                    throw new AppException(PlatformError.BAD_REQUEST, "cut off");
                },
                kept::add);
        self.add(job);
        job.run();
        assertThat(actions).containsExactly("cut off");
        assertThat(statuses()).containsExactly(JobStatus.RUNNING, JobStatus.CANCELLED);
    }

    private RunningJob job(JobWork work, Consumer<Job> keeper) {
        Job job = new Job(
                "job_1",
                "org_1",
                "script",
                "db_1",
                Scope.DATABASES_READ,
                Scope.DATABASES_READ,
                JobStatus.QUEUED,
                null,
                null,
                null,
                null,
                Map.of(),
                clock.instant(),
                null,
                null,
                null,
                null);
        RunningJob.Keeper keeping = new RunningJob.Keeper() {
            @Override
            public void keep(Job changed, JobWork of) {
                keeper.accept(changed);
            }

            @Override
            public void tell(Job changed) {
                // Progress is read from the job.
            }

            @Override
            public void keepCommand(Job each, String serverId, ProcessMark process) {}
        };
        return new RunningJob(job, work, clock, new JobLogs(Path.of("unused")).create("job_1"), keeping);
    }

    private List<JobStatus> statuses() {
        return kept.stream().map(Job::status).toList();
    }
}
