package dev.wheelhouse.ui.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.RestoreGateway;
import dev.wheelhouse.core.backups.RestorePreview;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.backups.RestoreResult;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.backups.list.MadeLine;
import dev.wheelhouse.ui.servers.SomeServers;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RestoreFormViewModelTest {

    private static final Duration PAUSE = Duration.ofMillis(400);

    private final SameThreadBackground background = new SameThreadBackground();
    private final Restores restores = new Restores();

    private RestoreFormViewModel form(@Nullable Instant stored) {
        FakeWorkbench workbench = new FakeWorkbench(background);
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        return new RestoreFormViewModel(
                restores,
                workbench,
                SomeServers.list(workbench, clock),
                MadeLine.streaming(stored),
                null,
                null,
                ZoneId.of("Europe/Zurich"));
    }

    @Test
    void waitsForATimeWhereNoneIsKnown() {
        RestoreFormViewModel form = form(null);
        form.kind.set(TargetKind.TIME);
        assertThat(form.planProperty().get()).isInstanceOf(PlanState.Waiting.class);
        background.advance(PAUSE);
        assertThat(form.planProperty().get()).isInstanceOf(PlanState.Waiting.class);
        form.kind.set(TargetKind.TRANSACTION);
        assertThat(form.planProperty().get()).isEqualTo(new PlanState.Waiting("Enter a transaction ID."));
        form.kind.set(TargetKind.POSITION);
        assertThat(form.planProperty().get()).isEqualTo(new PlanState.Waiting("Enter a WAL position (LSN)."));
    }

    @Test
    void triesAPlanAgainThatFailed() {
        restores.failure = new AppException(PlatformError.UPSTREAM_FAILED, "The bucket does not answer.");
        RestoreFormViewModel form = form(Instant.EPOCH);
        assertThat(form.planProperty().get()).isEqualTo(new PlanState.Failed("The bucket does not answer."));
        restores.failure = null;
        form.readPlan();
        assertThat(form.planProperty().get()).isInstanceOf(PlanState.Ready.class);
    }

    @Test
    void plansForTheUserThatIsNamed() {
        RestoreFormViewModel form = form(Instant.EPOCH);
        form.runAs.set(" dba ");
        background.advance(PAUSE);
        assertThat(restores.planned.getLast().runAs()).isEqualTo("dba");
        form.runAs.set("");
        background.advance(PAUSE);
        assertThat(restores.planned.getLast().runAs()).isNull();
    }

    @Test
    void plansOneAfterTheOtherAndShowsTheLast() {
        RestoreFormViewModel form = form(Instant.EPOCH);
        form.kind.set(TargetKind.TIME);
        background.hold();
        for (int second = 10; second < 20; second++) {
            form.target.set("2026-11-20 12:00:" + second);
            background.advance(PAUSE);
        }
        assertThat(background.asked())
                .as("one for Latest, and the first of these")
                .isEqualTo(2);
        background.release();
        assertThat(restores.planned).hasSize(3);
        assertThat(restores.planned.getLast().targetTime()).isEqualTo(Instant.parse("2026-11-20T11:00:19Z"));
        assertThat(((PlanState.Ready) form.planProperty().get()).words()).startsWith("To 20 Nov 2026 12:00:19 +01:00");
    }

    @Test
    void plansNothingAnewWhenOnlyTheStartChanges() {
        RestoreFormViewModel form = form(Instant.EPOCH);
        form.afterwards.set(Afterwards.OPEN);
        background.advance(PAUSE);
        assertThat(restores.planned).hasSize(1);
    }

    @Test
    void keepsWhatWasTypedOfEachKind() {
        RestoreFormViewModel form = form(Instant.parse("2026-11-21T14:03:08Z"));
        form.kind.set(TargetKind.TIME);
        assertThat(form.target.get()).isEqualTo("2026-11-21 15:03:08");
        form.target.set("2026-11-20 12:00:00");
        form.kind.set(TargetKind.LATEST);
        form.kind.set(TargetKind.POSITION);
        form.target.set("0/1");
        form.kind.set(TargetKind.TIME);
        assertThat(form.target.get()).isEqualTo("2026-11-20 12:00:00");
        form.kind.set(TargetKind.POSITION);
        assertThat(form.target.get()).isEqualTo("0/1");
    }

    @Test
    void movesATimeBySecondsAndAPositionBySegments() {
        RestoreFormViewModel form = form(Instant.parse("2026-11-21T14:03:08Z"));
        form.kind.set(TargetKind.TIME);
        assertThat(form.move(1, false)).isTrue();
        assertThat(form.target.get()).isEqualTo("2026-11-21 15:03:09");
        assertThat(form.move(-1, true)).isTrue();
        assertThat(form.target.get()).isEqualTo("2026-11-21 15:02:09");
        form.target.set("soon");
        assertThat(form.move(1, false)).isFalse();
        assertThat(form.target.get()).isEqualTo("soon");
        form.kind.set(TargetKind.POSITION);
        form.target.set("0/2000100");
        assertThat(form.move(1, false)).isTrue();
        assertThat(form.target.get()).isEqualTo("0/3000000");
        form.kind.set(TargetKind.LATEST);
        assertThat(form.move(1, false)).isFalse();
    }

    @Test
    void saysTheRestoreWindowInTheTimesOfTheField() {
        restores.refusal = "Times from 2026-11-13T16:01:57Z to 2026-11-21T14:03:08Z can be restored.";
        RestoreFormViewModel form = form(Instant.EPOCH);
        form.kind.set(TargetKind.TIME);
        form.target.set("2026-11-13 16:30:00");
        background.advance(PAUSE);
        assertThat(form.planProperty().get())
                .isEqualTo(new PlanState.Refused("13 Nov 2026 16:30:00 +01:00 cannot be restored. Restorable from"
                        + " 13 Nov 2026 17:01:57 +01:00 to 21 Nov 2026 15:03:08 +01:00."));
        form.target.set("2026-11-20 12:00:00");
        restores.refusal = "The directory is not empty.";
        background.advance(PAUSE);
        assertThat(form.planProperty().get()).isEqualTo(new PlanState.Refused("The directory is not empty."));
    }

    private static final class Restores implements RestoreGateway {

        private final List<RestoreRequest> planned = new ArrayList<>();
        private @Nullable AppException failure;
        private @Nullable String refusal;

        @Override
        public RestoreWindow window(Caller caller, String configId) {
            return new RestoreWindow(
                    Instant.parse("2026-11-13T16:01:57Z"), Instant.parse("2026-11-21T14:03:08Z"), List.of());
        }

        @Override
        public RestorePreview plan(Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
            planned.add(request);
            AppException thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
            return refusal == null
                    ? new RestorePreview(true, null, "run_1", "/srv/x", null, 1L << 20, 1L << 20)
                    : new RestorePreview(false, refusal, null, null, null, null, null);
        }

        @Override
        public CompletableFuture<RestoreResult> restore(
                Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
            return new CompletableFuture<>();
        }
    }
}
