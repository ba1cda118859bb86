package dev.wheelhouse.core.conversations.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlashCommandTest {

    private static final Toolbox TOOLS = new Toolbox(List.of(
            Tool.reading("list_apps", "apps", Scope.APPS_READ, "Lists.", List.of(), _ -> ""),
            Tool.reading(
                    "query",
                    "query",
                    Scope.DATABASES_QUERY,
                    "Reads.",
                    List.of(ToolParameter.name("database", "Which"), ToolParameter.text("sql", "What")),
                    _ -> ""),
            Tool.reading(
                    "app_logs",
                    "logs",
                    Scope.LOGS_READ,
                    "Shows.",
                    List.of(
                            ToolParameter.name("app", "Which"),
                            ToolParameter.number("lines", "How many", 1, 9).optional()),
                    _ -> "")));

    private static Map<String, Object> given(String text) {
        return SlashCommand.parse(text, TOOLS).given();
    }

    @Test
    void takesParametersInTheirOrder() {
        assertThat(given("/apps")).isEmpty();
        assertThat(given("/logs shop")).isEqualTo(Map.of("app", "shop"));
        assertThat(given("  /logs   shop 5 ")).isEqualTo(Map.of("app", "shop", "lines", "5"));
        assertThat(given("/logs \"my shop\" 5")).isEqualTo(Map.of("app", "my shop", "lines", "5"));
    }

    @Test
    void takesALongTextToItsEndAsItIs() {
        assertThat(given("/query shop select 'a  b',\n  \"c\"  from t"))
                .isEqualTo(Map.of("database", "shop", "sql", "select 'a  b',\n  \"c\"  from t"));
        assertThat(given("/query \"my shop\" select \"x\""))
                .isEqualTo(Map.of("database", "my shop", "sql", "select \"x\""));
        assertThat(given("/query \"unclosed select 1")).containsEntry("database", "\"unclosed");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> given("/app")).hasMessageContaining("/apps");
        assertThatThrownBy(() -> given("/qurey x y")).hasMessageContaining("/query");
        assertThatThrownBy(() -> given("/")).hasMessageContaining("/help");
        assertThatThrownBy(() -> given("/logs my shop 5 6")).hasMessageContaining("/logs <app> [lines]");
        assertThat(SlashCommand.isOne(" /apps")).isTrue();
        assertThat(SlashCommand.isOne("why /apps")).isFalse();
    }
}
