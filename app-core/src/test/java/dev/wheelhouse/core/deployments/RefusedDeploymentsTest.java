package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A push and its deployment, during which one change of the state fails: the first, the second and so on. */
@Timeout(120) // A deployment for each commit that fails.
@SuppressWarnings("NullAway.Init")
class RefusedDeploymentsTest {

    /** More than may run at once. */
    private static final int STARTS = 9;

    @TempDir
    private Path folder;

    private DeployingConsole console;
    private App app;

    @BeforeEach
    void open() {
        console = new DeployingConsole(StateKind.SQLITE, folder, new ScriptedRuntime());
        commit(0);
        app = console.deployed("shop", console.source(), "node");
    }

    @AfterEach
    void close() {
        console.close();
    }

    private String commit(int version) {
        return console.repository().commit(Map.of("version", Integer.toString(version), "behaviour", "runs"));
    }

    private List<Deployment> deployments() {
        return console.service()
                .list(console.caller(), app.id(), new PageRequest(200, null))
                .items();
    }

    @ParameterizedTest
    @EnumSource
    void aPushIsDeployedOnceAfterwards(Trouble trouble) throws Exception {
        console.look(Duration.ofMinutes(2));
        boolean met = true;
        for (int nth = 1; met; nth++) {
            String pushed = commit(nth);
            console.state().commits().fail(trouble, nth);
            console.look(Duration.ofMinutes(2));
            met = console.state().commits().end();
            console.look(Duration.ofMinutes(2));

            assertThat(deployments())
                    .as("the %dth", nth)
                    .filteredOn(each -> pushed.equals(each.commitId()))
                    .hasSize(1);
        }
    }

    /** As many as may run at once were not begun, and none of them takes a place. */
    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "STATEMENT_REFUSED"})
    void refusedStartsTakeNoPlace(Trouble trouble) throws Exception {
        boolean met = true;
        for (int nth = 1; met; nth++) {
            // The service's own is not open, and one of before is closed: none but the test fills it.
            DeploymentQueue queue = console.queue();
            Deployment waiting = console.service().deploy(console.caller(), app.id(), null);
            for (int start = 0; met && start < STARTS; start++) {
                // Not of the job, which begins on its own thread.
                console.state().commits().failMine(trouble, nth);
                try {
                    queue.fill();
                } catch (AppException _) {
                    // The look that fills it comes again.
                }
                met = console.state().commits().end();
                assertThat(console.jobs().running(console.caller())).hasSize(met ? 0 : 1);
            }
            queue.fill();
            assertThat(console.ended(waiting).status()).isEqualTo(DeploymentStatus.SUCCEEDED);
            Awaiting.until(() -> console.jobs().running(console.caller()).isEmpty());
            queue.close();
        }
    }

    /** From the wish to the end: whatever becomes of that one, the next is deployed. */
    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "ANSWER_LOST"})
    void theNextIsDeployedAfterwards(Trouble trouble) throws Exception {
        console.start();
        boolean met = true;
        for (int nth = 1; met && nth <= LongRun.of(3, 1000); nth++) {
            commit(nth);
            if (nth == 1) {
                console.state().commits().failMine(trouble, nth);
                assertThatThrownBy(() -> console.service().deploy(console.caller(), app.id(), null))
                        .isInstanceOf(AppException.class);
            } else {
                console.state().commits().fail(trouble, nth);
                deployUnlessRefused();
            }
            settle();
            met = console.state().commits().end();
            // Ends once none runs; the next tidying may begin at once.
            settle();

            assertThat(console.deploy(app).status()).as("after the %dth", nth).isEqualTo(DeploymentStatus.SUCCEEDED);
        }
    }

    private void deployUnlessRefused() {
        try {
            console.service().deploy(console.caller(), app.id(), null);
        } catch (AppException _) {
            // What looks every second made the commits before.
        }
    }

    /** Until nothing waits, runs or is to be put right. */
    private void settle() throws Exception {
        Awaiting.until(() -> {
            try {
                console.settleJobs();
                return deployments().stream().allMatch(each -> each.status().isFinal())
                        && console.jobs().running(console.caller()).isEmpty()
                        && console.state().unfinishedJobs(DeployingConsole.HOME).isEmpty();
            } catch (AppException _) {
                // Another asked in the moment in which the state was away.
                return false;
            }
        });
    }
}
