package dev.wheelhouse.core.conversations.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolboxTest {

    private static final Caller CALLER =
            new Caller("org_1", "mem_1", null, Set.of(Scope.APPS_READ), Origin.ASSISTANT, "req_1", null);

    private static ToolAnswer use(Function<ToolCall, String> work, boolean isForModel) {
        Toolbox tools =
                new Toolbox(List.of(Tool.reading("list_apps", "apps", Scope.APPS_READ, "Lists.", List.of(), work)));
        return tools.use(CALLER, "list_apps", Map.of(), isForModel);
    }

    @Test
    void saysWhatAServiceRefuses() {
        ToolAnswer answer = use(
                _ -> {
                    throw new AppException(PlatformError.STATE_INVALID, "It is stopped.");
                },
                true);

        assertThat(answer.isError()).isTrue();
        assertThat(answer.result()).isEqualTo("It is stopped.");
    }

    @Test
    void keepsAFaultOfTheConsoleToItsLog() {
        ToolAnswer answer = use(
                _ -> {
                    throw new IllegalStateException("internals");
                },
                false);

        assertThat(answer.isError()).isTrue();
        assertThat(answer.result()).contains("req_1").doesNotContain("internals");
    }

    @Test
    void namesTheNearestToolAndRefusesWithoutItsScope() {
        AtomicInteger used = new AtomicInteger();
        Toolbox tools = new Toolbox(List.of(
                Tool.reading("list_apps", "apps", Scope.APPS_READ, "Lists.", List.of(), _ -> "none"),
                Tool.reading(
                        "app_logs", "logs", Scope.LOGS_READ, "Shows.", List.of(), _ -> "" + used.incrementAndGet())));

        assertThat(tools.use(CALLER, "list_app", Map.of(), true).result()).contains("list_apps");
        ToolAnswer forbidden = tools.use(CALLER, "app_logs", Map.of(), true);
        assertThat(forbidden.isError()).isTrue();
        assertThat(forbidden.result()).contains("logs:read");
        assertThat(used).hasValue(0);
        assertThat(tools.of(CALLER)).extracting(Tool::name).containsExactly("list_apps");
    }

    @Test
    void aChangeIsOnlyProposed() {
        AtomicInteger done = new AtomicInteger();
        Toolbox tools = new Toolbox(List.of(Tool.changing(
                "stop_app",
                "stop",
                Scope.APPS_READ,
                "Stops.",
                List.of(),
                new Tool.Work.Changing(
                        _ -> Preview.of("Stop shop", "a fact").estimating(List.of("an estimate")),
                        _ -> "" + done.incrementAndGet()))));

        ToolAnswer answer = tools.use(CALLER, "stop_app", Map.of(), false);

        assertThat(answer.proposed()).isNotNull();
        assertThat(answer.result()).contains("Stop shop", "a fact", "an estimate");
        assertThat(done).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "€", "😀", "a😀"})
    void cutsWhatIsTooLongBetweenCharacters(String unit) {
        for (boolean isForModel : List.of(true, false)) {
            String result = use(_ -> unit.repeat(40_000), isForModel).result();

            assertThat(result.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(Toolbox.MOST_BYTES);
            assertThat(result).contains("cut here").doesNotContain("\ufffd");
            int shown = result.indexOf("\n… cut here");
            int left = Integer.parseInt(result.replaceAll("(?s).*cut here: ([0-9]+) more.*", "$1"));
            assertThat(shown + left).isEqualTo(40_000 * unit.length());
            assertThat(Character.isHighSurrogate(result.charAt(shown - 1))).isFalse();
        }
    }

    @Test
    void leavesWhatFitsAsItIs() {
        String text = "x".repeat(Toolbox.MOST_BYTES - 1000);

        assertThat(use(_ -> text, true).result()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "whk_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG_abcdef",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_abcdefghijklmnopqrstuvwxyz012345",
        "glpat-abcdefghijklmnop1234",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    })
    void hidesFromAModelWhatLooksLikeASecret(String secret) {
        assertThat(use(_ -> "before " + secret + " after", true).result()).isEqualTo("before *** after");
        assertThat(use(_ -> "before " + secret, false).result()).contains(secret);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgresql://ada:open-sesame@db/shop | postgresql://ada:***@db/shop",
                "DB_PASSWORD=open-sesame next | DB_PASSWORD=*** next",
                "\"apiKey\": \"open-sesame\", | \"apiKey\": ***,",
                "Authorization: Bearer abcdefgh12345 | Authorization: ***",
                "the tokens of a text | the tokens of a text",
            })
    void hidesWhatIsNamedASecret(String text, String shown) {
        assertThat(use(_ -> text, true).result()).isEqualTo(shown);
    }

    @Test
    void hidesAPrivateKeyWhole() {
        String key = "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\ndef\n-----END OPENSSH PRIVATE KEY-----";

        assertThat(use(_ -> "a\n" + key + "\nb", true).result()).isEqualTo("a\n***\nb");
    }
}
