package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs on trial, and the newest runs of all schedules at once. */
@ParameterizedClass
@EnumSource
class ScheduleTrialsTest {

    private final StateKind kind;
    private OpenState state;
    private Caller caller;
    private HandConsole console;

    ScheduleTrialsTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        state.clock().set(Instant.parse("2026-01-02T03:00:30Z"));
        caller = state.organizations().newOrganization();
        console = new HandConsole(state, caller, "srv_own");
    }

    @AfterEach
    void close() {
        console.close();
        state.close();
    }

    private static ScheduleDraft draft(String name, String command) {
        return new ScheduleDraft(name, "srv_own", command, "*/5 * * * *", null, null, null, null, null);
    }

    private Job tried(String command) {
        Job begun = console.schedules().trials().begin(caller, draft("trial", command));
        Awaiting.until(() -> console.jobs().get(caller, begun.id()).status().isFinal());
        return console.jobs().get(caller, begun.id());
    }

    @Test
    void runsACommandOnceAndKeepsWhatItWrote() throws IOException {
        Job job = tried("it is tried");

        assertThat(job.status()).isEqualTo(JobStatus.SUCCEEDED);
        assertThat(job.kind()).isEqualTo(ScheduleTrials.KIND);
        assertThat(job.result()).containsEntry("status", "succeeded").containsEntry("exitCode", 0);
        try (InputStream log = console.jobs().log(caller, job.id())) {
            assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("it is tried");
        }
        assertThat(console.runs().newest(caller, 30)).isEmpty();
    }

    @Test
    void saysHowACommandFailed() {
        Job job = tried("exit 3");

        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(job.error()).isEqualTo("The command ended with exit code 3.");
        assertThat(job.result()).containsEntry("exitCode", 3);
    }

    @Test
    void takesTheRightToRunCommandsAndADraftThatIsRight() {
        EnumSet<Scope> scopes = EnumSet.allOf(Scope.class);
        scopes.remove(Scope.SERVERS_EXEC);
        Caller weak =
                new Caller(caller.organizationId(), caller.memberId(), null, scopes, caller.origin(), "req_weak", null);
        ScheduleTrials trials = console.schedules().trials();
        AppException refused =
                catchThrowableOfType(AppException.class, () -> trials.begin(weak, draft("trial", "true")));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE);
        AppException wrong = catchThrowableOfType(AppException.class, () -> trials.begin(caller, draft("trial", " ")));
        assertThat(wrong).hasMessageStartingWith("command: ");
    }

    @Test
    void tellsTheNewestRunsOfAllSchedulesOnly() {
        Schedule one = console.service().create(caller, draft("one", "out"));
        Schedule two = console.service().create(caller, draft("two", "out"));
        for (int i = 0; i < 4; i++) {
            console.runs().start(caller, one.id());
            console.finishAll();
        }
        console.runs().start(caller, two.id());
        console.finishAll();
        Caller stranger = state.organizations().newOrganization();

        Map<String, List<ScheduleRun>> newest = console.runs().newest(caller, 3);

        assertThat(newest).containsOnlyKeys(one.id(), two.id());
        assertThat(newest.get(two.id())).hasSize(1);
        assertThat(newest.get(one.id()))
                .extracting(ScheduleRun::id)
                .isEqualTo(console.runsOf(caller, one).stream()
                        .map(ScheduleRun::id)
                        .limit(3)
                        .toList());
        assertThat(newest.get(one.id())).allMatch(each -> each.outputTail() == null);
        assertThat(console.runs().newest(stranger, 3)).isEmpty();
    }
}
