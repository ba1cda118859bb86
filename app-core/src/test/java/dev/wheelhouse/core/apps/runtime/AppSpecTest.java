package dev.wheelhouse.core.apps.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.AppDraft;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppSpecTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("TOKEN", "swordfish");

    @Test
    void neverPrintsTheValuesOfAnEnvironment() {
        AppSpec.Process process = new AppSpec.Process(List.of("run"), null, ENVIRONMENT);
        AppSpec.Container container =
                new AppSpec.Container("shop", List.of(), List.of(), ENVIRONMENT, List.of(), null, null, 2, null);
        AppDraft draft = new AppDraft(
                "api",
                "srv_1",
                RuntimeKind.PROCESS,
                null,
                List.of("run"),
                null,
                Map.of("TOKEN", "swordfish"),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        assertThat(process.toString()).contains("TOKEN").doesNotContain("swordfish");
        assertThat(container.toString()).contains("TOKEN").doesNotContain("swordfish");
        assertThat(draft.toString()).contains("api").doesNotContain("swordfish");
    }
}
