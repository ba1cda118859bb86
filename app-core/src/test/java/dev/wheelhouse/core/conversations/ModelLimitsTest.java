package dev.wheelhouse.core.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.conversations.model.ModelAssistant;
import dev.wheelhouse.core.conversations.model.ModelLimits;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.settings.SettingsService.AssistantAccess;
import dev.wheelhouse.core.testing.ScriptedModelServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How servers that are slow, or send too much, are left. */
class ModelLimitsTest {

    private static final Caller CALLER =
            new Caller("org_1", "mem_1", null, Set.of(Scope.values()), Origin.ASSISTANT, "req_1", null);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Workers workers = new Workers();
    private final ScriptedModelServer model = ScriptedModelServer.start();
    private final Toolbox toolbox =
            new Toolbox(List.of(Tool.reading("look", "look", Scope.EVENTS_READ, "Looks.", List.of(), _ -> "Nothing.")));
    private final AnswerDraft draft = new AnswerDraft(CALLER, toolbox, () -> {});

    @AfterEach
    void stop() {
        model.close();
        workers.close();
    }

    private void answer(ModelLimits limits) throws InterruptedException {
        AssistantAccess access =
                new AssistantAccess(new AssistantSettings(model.baseUrl(), "llama", 64, 10_000_000), null);
        new ModelAssistant(
                        _ -> Optional.of(access),
                        new OutgoingRequests(() -> List.of("127.0.0.1"), workers),
                        toolbox,
                        _ -> List.of(),
                        limits,
                        Clock.systemUTC())
                .answer(
                        CALLER,
                        List.of(new ConversationMessage(
                                "msg_1", "conv_1", 1, MessageRole.USER, "Hello", null, null, Instant.EPOCH)),
                        draft);
    }

    private static ModelLimits limits(Duration turn, Duration silence) {
        return new ModelLimits(20, 3, turn, silence);
    }

    private static void refused(ErrorCode code, String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    @Test
    void aServerThatIsSilentIsLeft() {
        model.script(ScriptedModelServer.silence());
        refused(
                PlatformError.UPSTREAM_TIMEOUT,
                "sent nothing for 200 ms",
                () -> answer(limits(LONG, Duration.ofMillis(200))));
    }

    @Test
    void aServerThatFallsSilentIsLeftWithWhatItWrote() {
        model.script(ScriptedModelServer.hanging("Once upon"));
        refused(
                PlatformError.UPSTREAM_TIMEOUT,
                "sent nothing for 300 ms",
                () -> answer(limits(LONG, Duration.ofMillis(300))));
        assertThat(draft.snapshot().text()).isEqualTo("Once upon");
    }

    @Test
    void aTurnEndsWhenItsTimeIsOver() throws Exception {
        model.script(ScriptedModelServer.hanging("Once upon"));
        answer(limits(Duration.ofMillis(500), LONG));
        assertThat(draft.snapshot().text())
                .isEqualTo("Once upon\n\nThe answer ended here: it took longer than 500 ms.");
    }

    @Test
    void aModelThatCallsAgainAndAgainEndsInTime() throws Exception {
        model.script(ScriptedModelServer.call("look", Map.of()));
        answer(new ModelLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(2), LONG));
        assertThat(draft.snapshot().text()).isEqualTo("The answer ended here: it took longer than 2000 ms.");
        assertThat(draft.snapshot().toolEvents()).isNotEmpty();
    }

    @Test
    void whatIsFarTooLongIsNotReadToItsEnd() {
        model.script(ScriptedModelServer.text("x".repeat(900 << 10), "y".repeat(900 << 10)));
        refused(PlatformError.UPSTREAM_FAILED, "more than 1 MiB", () -> answer(limits(LONG, LONG)));
    }

    @Test
    void aServerWithoutAKeyIsAskedWithoutOne() throws Exception {
        model.script(ScriptedModelServer.text("Hi."));
        answer(ModelLimits.STANDARD);
        assertThat(draft.snapshot().text()).isEqualTo("Hi.");
        assertThat(model.requests())
                .singleElement()
                .satisfies(each -> assertThat(each.headers())
                        .doesNotContainKey("authorization")
                        .containsEntry("accept", "text/event-stream"));
    }

    @Test
    void aServerThatAsksForAKeySaysSo() {
        model.script(ScriptedModelServer.status(401, "application/json", "{}"));
        refused(PlatformError.UPSTREAM_FAILED, "asks for a key", () -> answer(ModelLimits.STANDARD));
    }
}
