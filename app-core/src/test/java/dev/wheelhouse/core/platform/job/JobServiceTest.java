package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class JobServiceTest {

    private static final PageRequest FIRST_PAGE = new PageRequest(50, null);

    private final StateKind kind;
    private OpenState state;
    private JobService jobs;
    private Caller caller;

    JobServiceTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        jobs = state.jobs("srv_here");
        caller = state.organizations().newOrganization();
    }

    @AfterEach
    void close() {
        jobs.close();
        state.close();
    }

    @Test
    void runsFromQueuedThroughRunningToSucceeded() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Instant created = state.clock().instant();
        Job started = start(_ -> {
            begun.countDown();
            goOn.await();
            return "Ran 3 statements.";
        });
        assertThat(started.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(started.id()).startsWith("job_");

        begun.await();
        assertThat(get(started).status()).isEqualTo(JobStatus.RUNNING);
        assertThat(get(started).startedAt()).isEqualTo(created);
        assertThat(get(started).finishedAt()).isNull();

        state.clock().advance(Duration.ofSeconds(5));
        goOn.countDown();
        Job ended = awaitEnd(started);
        assertThat(ended.status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(ended.message()).isEqualTo("Ran 3 statements.");
        assertThat(ended.error()).isNull();
        assertThat(ended.createdAt()).isEqualTo(created);
        assertThat(ended.finishedAt()).isEqualTo(created.plusSeconds(5));
    }

    private static JobWork doneAndKeptBy(Runnable keeping) {
        return new JobWork() {
            @Override
            public String run(JobProgress progress) {
                return "Done.";
            }

            @Override
            public void keepEnd(Transaction tx, Job end) {
                keeping.run();
            }
        };
    }

    @Test
    void keepsItsEndAsSoonAsTheStateTakesIt() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        Job ended = awaitEnd(start(doneAndKeptBy(() -> {
            if (tries.incrementAndGet() == 1) {
                throw new AppException(PlatformError.STORAGE_FULL, "The disk is full.");
            }
        })));
        assertThat(tries).hasValue(2);
        assertThat(ended.status()).isEqualTo(JobStatus.SUCCEEDED);
    }

    @Test
    void failsWhatCannotBeKeptBecauseOfAFault() throws InterruptedException {
        Job ended = awaitEnd(start(doneAndKeptBy(() -> {
            throw new IllegalStateException("no such column");
        })));
        assertThat(ended.status()).isEqualTo(JobStatus.FAILED);
        assertThat(ended.error()).contains("a fault of the console");
    }

    @Test
    void leavesAnEndThatSomebodyElseWrote() throws InterruptedException {
        Job started = start(_ -> {
            CountDownLatch never = new CountDownLatch(1);
            never.await();
            return "";
        });
        state.store().change(tx -> jobs.abandon(tx, started, "The console died."));
        jobs.cancel(caller, started.id());
        assertThat(awaitEnd(started).error()).isEqualTo("The console died.");
    }

    @Test
    void tellsHowFarItIsWhileItRunsAndKeepsWhereItEnded() throws InterruptedException {
        CountDownLatch reported = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Job started = start(progress -> {
            progress.report(3, 10L, "Statement 3");
            reported.countDown();
            goOn.await();
            progress.report(10, 10L, "Statement 10");
            return "Done.";
        });
        reported.await();
        assertProgress(get(started), 3, 10L, "Statement 3");
        assertProgress(jobs.list(caller, FIRST_PAGE).items().getFirst(), 3, 10L, "Statement 3");
        goOn.countDown();
        assertProgress(awaitEnd(started), 10, 10L, "Done.");
    }

    @Test
    void ignoresProgressThatIsReportedAfterTheEnd() throws InterruptedException {
        List<JobProgress> kept = new ArrayList<>();
        Job started = start(progress -> {
            kept.add(progress);
            return "Done.";
        });
        awaitEnd(started);
        kept.getFirst().report(1, null, "late");
        assertThat(get(started).status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(get(started).message()).isEqualTo("Done.");
    }

    @Test
    void failsWithTheMessageOfWhatWasThrownOnPurpose() throws InterruptedException {
        Job ended = awaitEnd(start(_ -> {
            throw new AppException(PlatformError.BAD_REQUEST, "Statement 2 is not allowed here. Take it out.");
        }));
        assertThat(ended.status()).isEqualTo(JobStatus.FAILED);
        assertThat(ended.error()).isEqualTo("Statement 2 is not allowed here. Take it out.");
    }

    @Test
    void hidesTheTextOfAFaultOfTheConsole() throws InterruptedException {
        List<JobWork> faults = List.of(
                _ -> {
                    throw new IllegalStateException("password=hunter2");
                },
                _ -> {
                    throw new AppException(PlatformError.INTERNAL, "password=hunter2");
                },
                _ -> {
                    throw new StackOverflowError("password=hunter2");
                });
        for (JobWork fault : faults) {
            Job ended = awaitEnd(start(fault));
            assertThat(ended.status()).isEqualTo(JobStatus.FAILED);
            assertThat(ended.error()).doesNotContain("hunter2").contains(ended.id());
            assertThat(ended.message()).isNull();
        }
    }

    @Test
    void cancelsWorkThatWaits() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Job started = start(_ -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return "never";
        });
        begun.await();
        jobs.cancel(caller, started.id());
        Job ended = awaitEnd(started);
        assertThat(ended.status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(ended.message()).isEqualTo("Cancelled.");
        assertThat(ended.error()).isNull();
    }

    @Test
    void cancelsWorkThatBlocksElsewhereThroughItsActionAndWithoutAnInterrupt() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        Job started = start(progress -> {
            progress.onCancel(blocked::countDown);
            begun.countDown();
            blocked.await();
            throw new IllegalStateException("what the other side says when it is cut off");
        });
        begun.await();
        jobs.cancel(caller, started.id());
        assertThat(awaitEnd(started).status()).isEqualTo(JobStatus.CANCELLED);
    }

    @Test
    void leavesAJobThatSucceededDespiteALateCancelSucceeded() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        Job started = start(progress -> {
            progress.onCancel(cancelled::countDown);
            begun.countDown();
            cancelled.await();
            assertThat(progress.isCancelled()).isTrue();
            return "It was done already.";
        });
        begun.await();
        jobs.cancel(caller, started.id());
        assertThat(awaitEnd(started).status()).isEqualTo(JobStatus.SUCCEEDED);
    }

    @Test
    void refusesToCancelWhatHasEnded() throws InterruptedException {
        Job started = start(_ -> "Done.");
        awaitEnd(started);
        assertRefused(PlatformError.STATE_INVALID, () -> jobs.cancel(caller, started.id()))
                .hasMessageContaining("already succeeded");
    }

    @Test
    void refusesToCancelWhatHasEndedAMomentAgo() throws InterruptedException {
        List<AppException> refusals = new CopyOnWriteArrayList<>();
        Job ended = awaitEnd(start(new JobWork() {
            @Override
            public String run(JobProgress progress) {
                return "Done.";
            }

            @Override
            public void keepEnd(Transaction tx, Job end) {
                tx.afterCommit(() -> refusals.add(Objects.requireNonNull(
                        catchThrowableOfType(AppException.class, () -> jobs.cancel(caller, end.id())))));
            }
        }));
        assertThat(ended.status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(refusals).extracting(AppException::errorCode).containsExactly(PlatformError.STATE_INVALID);
    }

    @Test
    void cancelsWhatRunsOnAnotherConsole() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Job started = start(_ -> {
            never.await();
            return "Done.";
        });
        try (JobService other = state.jobs("srv_there")) {
            Caller stranger = keyed("key_other", Scope.DATABASES_QUERY);
            Job ofKey = jobs.start(
                    keyed("key_starter", Scope.DATABASES_QUERY), "script", "db_1", JobScopes.STATEMENTS, _ -> {
                        never.await();
                        return "Done.";
                    });
            assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> other.cancel(stranger, ofKey.id()));
            other.cancel(keyed("key_starter", Scope.DATABASES_QUERY), ofKey.id());
            other.cancel(caller, started.id());
        }
        assertThat(get(started).status().isFinal()).isFalse();
        care(jobs, "srv_here").stopRequested();
        assertThat(awaitEnd(started).status()).isEqualTo(JobStatus.CANCELLED);
    }

    @Test
    void failsWhatADeadConsoleLeftAndItsFeaturesPart() {
        insertRunning("job_theirs", "srv_there");
        List<Job> told = new ArrayList<>();
        jobs.whenAbandoned("script", (_, job) -> told.add(job));
        Consoles there = new Consoles(state.store(), state.clock(), "srv_there");
        Consoles here = new Consoles(state.store(), state.clock(), "srv_here");
        JobCare care = new JobCare(state.store(), jobs, here);
        there.beat();
        for (int looks = 0; looks < 5; looks++) {
            care.settle();
            assertThat(jobs.get(caller, "job_theirs").status()).isEqualTo(JobStatus.RUNNING);
            here.beat();
        }
        care.settle();
        care.settle();
        assertThat(jobs.get(caller, "job_theirs").status()).isEqualTo(JobStatus.FAILED);
        assertThat(told)
                .singleElement()
                .satisfies(job -> assertThat(job.error()).contains("stopped or lost the state"));
    }

    @Test
    void failsAtOnceWhatAConsoleLeftThatHasEnded() {
        insertRunning("job_theirs", "srv_there");
        Consoles there = new Consoles(state.store(), state.clock(), "srv_there");
        there.beat();
        there.leave();
        there.beat();
        care(jobs, "srv_here").settle();
        assertThat(jobs.get(caller, "job_theirs").status()).isEqualTo(JobStatus.FAILED);
    }

    @Test
    void stopsWhatAnotherConsoleTookForDead() throws InterruptedException {
        Job started = start(_ -> {
            new CountDownLatch(1).await();
            return "Done.";
        });
        JobCare care = care(jobs, "srv_here");
        care.settle();
        assertThat(get(started).status().isFinal()).isFalse();
        state.store().change(tx -> jobs.abandon(tx, started, "The console died."));
        care.settle();
        assertThat(awaitEnd(started).error()).isEqualTo("The console died.");
    }

    @Test
    void failsWhatTheHomeLeftUnfinishedAndNothingElse() throws InterruptedException {
        Job done = start(_ -> "Done.");
        awaitEnd(done);
        insertRunning("job_mine", "srv_here");
        insertRunning("job_theirs", "srv_there");
        state.clock().advance(Duration.ofMinutes(1));

        care(state.jobs("srv_here"), "srv_here").settleOwn();

        Job mine = jobs.get(caller, "job_mine");
        assertThat(mine.status()).isEqualTo(JobStatus.FAILED);
        assertThat(mine.error()).contains("stopped while it ran");
        assertThat(mine.finishedAt()).isEqualTo(state.clock().instant());
        assertThat(jobs.get(caller, "job_theirs").status()).isEqualTo(JobStatus.RUNNING);
        assertThat(get(done).status()).isEqualTo(JobStatus.SUCCEEDED);
    }

    @Test
    void showsAndCancelsAJobOnlyForWhoHasItsScope() throws InterruptedException {
        Job started = start(_ -> "Done.");
        awaitEnd(started);
        Caller reader = TestOrganizations.with(caller, Set.of(Scope.DATABASES_READ));
        Caller stranger = TestOrganizations.with(caller, Set.of(Scope.MAIL_READ));
        assertThat(jobs.get(reader, started.id()).id()).isEqualTo(started.id());
        assertThat(jobs.list(reader, FIRST_PAGE).items()).hasSize(1);
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> jobs.get(stranger, started.id()));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> jobs.cancel(stranger, started.id()));
        assertThat(jobs.list(stranger, FIRST_PAGE).items()).isEmpty();
        assertThat(jobs.list(TestOrganizations.with(caller, Set.of()), FIRST_PAGE)
                        .items())
                .isEmpty();
    }

    @Test
    void letsOnlyWhoStartedItCancelItWithoutTheScopeForThat() throws InterruptedException {
        Caller starter = keyed("key_starter", Scope.DATABASES_QUERY);
        Caller other = keyed("key_other", Scope.DATABASES_QUERY);
        Caller writer = keyed("key_writer", Scope.DATABASES_QUERY, Scope.DATABASES_WRITE);
        for (Caller canceller : List.of(starter, writer)) {
            CountDownLatch never = new CountDownLatch(1);
            Job started = jobs.start(starter, "script", "db_1", JobScopes.STATEMENTS, _ -> {
                never.await();
                return "";
            });
            assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> jobs.cancel(other, started.id()));
            jobs.cancel(canceller, started.id());
            assertThat(awaitEnd(started).status()).isEqualTo(JobStatus.CANCELLED);
            assertRefused(PlatformError.STATE_INVALID, () -> jobs.cancel(starter, started.id()));
        }
    }

    private Caller keyed(String key, Scope... scopes) {
        return new Caller(
                caller.organizationId(), caller.memberId(), key, Set.of(scopes), Origin.HTTP, "req_1", "127.0.0.1");
    }

    @Test
    void knowsNoJobOfAnotherOrganization() throws InterruptedException {
        Job started = start(_ -> "Done.");
        awaitEnd(started);
        Caller stranger = state.organizations().newOrganization();
        assertRefused(PlatformError.NOT_FOUND, () -> jobs.get(stranger, started.id()));
        assertRefused(PlatformError.NOT_FOUND, () -> jobs.cancel(stranger, started.id()));
        assertThat(jobs.list(stranger, FIRST_PAGE).items()).isEmpty();
        assertRefused(PlatformError.NOT_FOUND, () -> jobs.get(caller, "job_unknown"));
    }

    @Test
    void listsNewestFirstInPagesWithoutGapsOrRepeats() throws InterruptedException {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Job started = start(_ -> "Done.");
            awaitEnd(started);
            made.addFirst(started.id());
        }
        List<String> seen = new ArrayList<>();
        String cursor = null;
        int pages = 0;
        do {
            Page<Job> page = jobs.list(caller, new PageRequest(3, cursor));
            assertThat(page.items()).hasSizeLessThanOrEqualTo(3);
            page.items().forEach(job -> seen.add(job.id()));
            cursor = page.next();
            pages++;
        } while (cursor != null);
        assertThat(seen).isEqualTo(made);
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void givesNoNextPageAfterAPageThatIsExactlyFull() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            awaitEnd(start(_ -> "Done."));
        }
        assertThat(jobs.list(caller, new PageRequest(3, null)).next()).isNull();
    }

    @Test
    void runsManyJobsAtOnce() throws InterruptedException {
        CountDownLatch together = new CountDownLatch(20);
        List<Job> started = IntStream.range(0, 20)
                .mapToObj(_ -> start(_ -> {
                    together.countDown();
                    together.await();
                    return "Done.";
                }))
                .toList();
        for (Job each : started) {
            assertThat(awaitEnd(each).status()).isEqualTo(JobStatus.SUCCEEDED);
        }
    }

    @Test
    void cancelsWhatRunsAndKeepsItsEndBeforeItIsClosed() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Job started = start(_ -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return "never";
        });
        begun.await();
        jobs.close();
        assertThat(state.jobs("srv_here").get(caller, started.id()).status()).isEqualTo(JobStatus.CANCELLED);
    }

    @Test
    void startsNothingOnceItIsClosed() {
        jobs.close();
        assertRefused(PlatformError.SHUTTING_DOWN, () -> start(_ -> "Done."));
        assertThat(jobs.list(caller, FIRST_PAGE).items()).isEmpty();
    }

    private JobCare care(JobService service, String homeId) {
        return new JobCare(state.store(), service, new Consoles(state.store(), state.clock(), homeId));
    }

    private Job start(JobWork work) {
        return jobs.start(caller, "script", "db_1", Scope.DATABASES_READ, work);
    }

    private Job get(Job job) {
        return jobs.get(caller, job.id());
    }

    private Job awaitEnd(Job job) {
        jobs.awaitEnd(job.id());
        return get(job);
    }

    private void insertRunning(String id, String homeId) {
        state.store()
                .change(tx -> new JdbcJobStore(homeId)
                        .insert(
                                tx,
                                new Job(
                                        id,
                                        caller.organizationId(),
                                        "script",
                                        "db_1",
                                        Scope.DATABASES_READ,
                                        Scope.DATABASES_READ,
                                        JobStatus.RUNNING,
                                        null,
                                        null,
                                        null,
                                        null,
                                        Map.of(),
                                        state.clock().instant(),
                                        state.clock().instant(),
                                        null,
                                        null,
                                        null)));
    }

    private static void assertProgress(Job job, long done, @Nullable Long total, String message) {
        assertThat(job.progressDone()).isEqualTo(done);
        assertThat(job.progressTotal()).isEqualTo(total);
        assertThat(job.message()).isEqualTo(message);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ErrorCode code, ThrowingCallable work) {
        return assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(code));
    }
}
