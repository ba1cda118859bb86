package dev.wheelhouse.core.conversations.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class ToolInputTest {

    private static final List<ToolParameter> PARAMETERS = List.of(
            ToolParameter.name("app", "Name or id of an app"),
            ToolParameter.number("lines", "How many", 1, 100).optional(),
            ToolParameter.flag("follow", "Whether to go on").optional(),
            ToolParameter.choice("range", "How far back", List.of("1h", "6h")).optional());

    private static AbstractThrowableAssert<?, ?> refused(Map<String, Object> given, String... paths) {
        return assertThatThrownBy(() -> ToolInput.checked(PARAMETERS, given))
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(((FieldProblems) e.details()).errors())
                                .extracting(FieldProblem::path)
                                .containsExactlyInAnyOrder(paths));
    }

    @Test
    void takesNumbersAndFlagsAlsoAsTexts() {
        ToolInput input =
                ToolInput.checked(PARAMETERS, Map.of("app", " shop ", "lines", "25", "follow", "yes", "range", "6h"));

        assertThat(input.text("app")).isEqualTo("shop");
        assertThat(input.number("lines", 1)).isEqualTo(25);
        assertThat(input.flag("follow")).isTrue();
        assertThat(input.findText("range")).hasValue("6h");
        assertThat(ToolInput.checked(PARAMETERS, Map.of("app", 7, "lines", 3)).text("app"))
                .isEqualTo("7");
    }

    @Test
    void countsNullAndAnEmptyTextAsLeftOut() {
        Map<String, Object> given = new HashMap<>(Map.of("app", "shop", "range", ""));
        given.put("lines", null);

        ToolInput input = ToolInput.checked(PARAMETERS, given);

        assertThat(input.values()).containsOnlyKeys("app");
        assertThat(input.number("lines", 12)).isEqualTo(12);
        refused(Map.of("app", ""), "app");
    }

    @Test
    void namesEveryParameterAtFault() {
        refused(Map.of("lines", 0, "range", "2h", "follow", "perhaps"), "app", "lines", "range", "follow");
        refused(Map.of("app", "shop", "lines", 2.5), "lines");
        refused(Map.of("app", List.of("shop")), "app");
        refused(Map.of("app", "a\0b"), "app");
        refused(Map.of("app", "x".repeat(301)), "app");
        refused(Map.of("app", "shop", "line", 3), "line").hasMessageContaining("use lines");
    }
}
