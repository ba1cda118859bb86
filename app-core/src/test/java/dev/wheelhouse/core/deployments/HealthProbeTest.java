package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.HeardProgress;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looks at a release of which each shows what a test says; the command of its check always succeeds. */
class HealthProbeTest {

    private static final Duration SHORT = Duration.ofMillis(30);
    private static final DeploymentPace PACE =
            new DeploymentPace(SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, Duration.ofMillis(1), SHORT);
    private static final AppSnapshot UNSEEN = new AppSnapshot(List.of(), 0, "The socket is gone.");

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private final HeardProgress heard = new HeardProgress();

    @AfterEach
    void close() {
        host.close();
        workers.close();
    }

    private static AppSnapshot run(int number) {
        Instance instance =
                new Instance("run-" + number, "web", true, 1L, Instant.ofEpochSecond(number), null, null, 0, "", null);
        return new AppSnapshot(List.of(instance), 0, null);
    }

    private void await(@Nullable HealthCheck check, Stream<AppSnapshot> looks) {
        App app = new App(
                "app_1",
                "org_1",
                "web",
                "srv_1",
                new AppSpec.Process(List.of("x"), null, Map.of()),
                RestartPolicy.ALWAYS,
                Instant.EPOCH,
                1);
        OutgoingRequests outgoing = new OutgoingRequests(List::of, workers);
        Iterator<AppSnapshot> each = looks.iterator();
        var _ = new HealthProbe(app, host, outgoing, PACE, new DeploymentProgress(heard))
                .await(check, new HealthProbe.Subject() {
                    @Override
                    public AppSnapshot look() {
                        return each.next();
                    }

                    @Override
                    public String lastLines(int lines, @Nullable Instant since) {
                        return "out of cheese since " + since;
                    }

                    @Override
                    public Answer ask(List<String> command) {
                        return new Answer(0, "", "");
                    }

                    @Override
                    public List<String> hosts(String named) {
                        return List.of(named);
                    }
                });
    }

    private static HealthCheck check(int successes) {
        return new HealthCheck(null, List.of("true"), null, 60, successes);
    }

    private void ends(@Nullable HealthCheck check, Stream<AppSnapshot> looks) {
        assertThatThrownBy(() -> await(check, looks))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                .hasMessageContaining("ended")
                .hasMessageContaining("out of cheese");
    }

    @Test
    void whatIsStartedAgainAndAgainIsNotHealthyWhicheverLookFailed() {
        for (HealthCheck each : new HealthCheck[] {null, check(5)}) {
            ends(each, IntStream.iterate(1, i -> i + 1).mapToObj(HealthProbeTest::run));
            ends(
                    each,
                    Stream.concat(
                            Stream.of(UNSEEN), IntStream.iterate(1, i -> i + 1).mapToObj(HealthProbeTest::run)));
            ends(each, Stream.of(UNSEEN, run(1), UNSEEN, UNSEEN, run(2)));
            ends(each, Stream.of(run(1), UNSEEN, new AppSnapshot(List.of(), 0, null)));
        }
    }

    /** The run that crashed, where the next is under way already. */
    @Test
    void showsLinesFromTheFirstRunThatWasSeenOn() {
        for (HealthCheck each : new HealthCheck[] {null, check(5)}) {
            assertThatThrownBy(() -> await(each, Stream.of(UNSEEN, run(7), run(8))))
                    .hasMessageContaining("since 1970-01-01T00:00:07Z");
        }
    }

    @Test
    void whatNobodySeesIsNotHealthyWhateverAnswers() {
        await(check(2), Stream.of(UNSEEN, UNSEEN, UNSEEN, run(1), run(1), run(1)));
        assertThat(heard.log()).contains("Not healthy yet: nobody can see whether it runs: The socket is gone.");
    }

    @Test
    void whatRunsIsHealthyAfterLooksThatFailed() {
        await(null, Stream.concat(Stream.of(UNSEEN, UNSEEN), Stream.generate(() -> run(1))));
        assertThat(heard.log()).endsWith("It runs.");
        await(check(2), Stream.of(UNSEEN, run(1), UNSEEN));
        assertThat(heard.log()).endsWith("Healthy, 2 of 2.");
    }

    @Test
    void anAppThatCannotBeSeenIsNotReportedRunning() {
        assertThatThrownBy(() -> await(null, Stream.generate(() -> UNSEEN)))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("Nobody can see whether the app web runs: The socket is gone.");
        assertThatThrownBy(() -> await(null, Stream.concat(Stream.of(run(1)), Stream.generate(() -> UNSEEN))))
                .hasMessageContaining("Nobody can see");
    }
}
