package dev.wheelhouse.core.platform.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs, of whose commits one fails: the first, the second and so on. */
@Timeout(120) // A console for each commit that fails.
class RefusedJobsTest {

    private static final String HOME = "srv_here";
    private static final JobScopes SCOPES = new JobScopes(Scope.SERVERS_READ, Scope.SERVERS_READ);

    /** How a job begins. */
    enum Beginning {
        /** In a change of its own. */
        STARTED,
        /** In the change of something else. */
        PLANNED
    }

    @TempDir
    private Path directory;

    private static Stream<Arguments> troubles() {
        return Stream.of(StateKind.values())
                .limit(LongRun.of(1, 2))
                .flatMap(kind -> Stream.of(Trouble.values())
                        .flatMap(trouble ->
                                Stream.of(Beginning.values()).map(each -> Arguments.of(kind, trouble, each))));
    }

    /** Once a commit has failed the console goes on: what nobody works on any more is failed at the next heartbeat. */
    @ParameterizedTest
    @MethodSource("troubles")
    void whatRunsIsWhatTheStateSays(StateKind kind, Trouble trouble, Beginning beginning) throws Exception {
        boolean met = true;
        for (int nth = 1; met; nth++) {
            try (Console console = new Console(OpenState.create(kind, directory.resolve("home" + nth)))) {
                Caller caller = console.state.organizations().newOrganization();
                met = console.isMet(caller, beginning, trouble, nth);
                console.care.settle();
                console.assertOver(caller, trouble, nth);
                console.assertGoesOn(caller, beginning);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void nothingIsLeftAfterARestart(StateKind kind, Trouble trouble, Beginning beginning) throws Exception {
        boolean met = true;
        for (int nth = 1; met; nth++) {
            OpenState state = OpenState.create(kind, directory.resolve("home" + nth));
            Caller caller = state.organizations().newOrganization();
            Console before = new Console(state);
            met = before.isMet(caller, beginning, trouble, nth);
            before.jobs.close();
            try (Console after = new Console(state.restarted(nth + 1))) {
                after.care.settleOwn();
                after.assertOver(caller, trouble, nth);
                after.assertGoesOn(caller, beginning);
            }
        }
    }

    /** A console over a state in which nothing else happens. */
    private static final class Console implements AutoCloseable {

        final OpenState state;
        final JobService jobs;
        final JobCare care;

        Console(OpenState state) {
            this.state = state;
            jobs = state.jobs(HOME);
            care = new JobCare(state.store(), jobs, new Consoles(state.store(), state.clock(), HOME));
        }

        /** Runs a job during which a commit fails. @return whether it needs so many */
        boolean isMet(Caller caller, Beginning beginning, Trouble trouble, int nth) throws Exception {
            state.commits().fail(trouble, nth);
            try {
                begin(caller, beginning);
                assertThat(nth).as("begins without its first commit").isGreaterThan(1);
            } catch (AppException _) {
                assertThat(nth).as("does not begin without this commit").isEqualTo(1);
            }
            Awaiting.until(jobs::isIdle);
            return state.commits().end();
        }

        private void begin(Caller caller, Beginning beginning) {
            switch (beginning) {
                case STARTED -> {
                    var _ = jobs.start(caller, "test", "sub_1", SCOPES, new Kept());
                }
                case PLANNED -> {
                    PlannedJob job = jobs.plan(caller.organizationId(), "test", "sub_1", SCOPES, new Kept());
                    var _ = state.store().write(job::begin);
                }
            }
        }

        private List<Job> all(Caller caller) {
            return jobs.list(caller, new PageRequest(50, null)).items();
        }

        void assertOver(Caller caller, Trouble trouble, int nth) {
            assertThat(state.unfinishedJobs(HOME)).isEmpty();
            assertThat(jobs.isIdle()).isTrue();
            if (nth == 1 && trouble != Trouble.ANSWER_LOST) {
                assertThat(all(caller)).isEmpty();
                return;
            }
            Job job = all(caller).getFirst();
            // One that never worked has nothing to keep.
            assertThat(timesKept(job)).isEqualTo(nth == 1 ? 0 : 1);
        }

        void assertGoesOn(Caller caller, Beginning beginning) throws Exception {
            state.clock().advance(Duration.ofSeconds(1));
            begin(caller, beginning);
            Awaiting.until(jobs::isIdle);
            Job job = all(caller).getFirst();
            assertThat(job.status()).as(job.error()).isEqualTo(JobStatus.SUCCEEDED);
            assertThat(timesKept(job)).isOne();
        }

        private int timesKept(Job job) {
            return state.store()
                    .read(tx -> tx.select(Integer.class, "SELECT count(*) FROM lease WHERE name LIKE ?", job.id() + "%")
                            .one());
        }

        @Override
        public void close() {
            jobs.close();
            state.close();
        }
    }

    /** Keeps something with its end that can be counted. */
    private static final class Kept implements JobWork {

        private final AtomicInteger tries = new AtomicInteger();

        @Override
        public String run(JobProgress progress) {
            return "Done.";
        }

        @Override
        public void keepEnd(Transaction tx, Job end) {
            tx.execute("INSERT INTO lease (name, number) VALUES (?, 1)", end.id() + tries.incrementAndGet());
        }
    }
}
