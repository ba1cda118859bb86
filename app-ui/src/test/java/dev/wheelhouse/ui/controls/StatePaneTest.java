package dev.wheelhouse.ui.controls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.error.Presented;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

class StatePaneTest extends FxTest {

    private final SameThreadBackground background = new SameThreadBackground();
    private final List<String> done = new ArrayList<>();

    @Test
    void showsTheSkeletonOnlyWhenLoadingTakesLongEnoughToBeSeen() {
        StatePane pane = new StatePane(background);
        show(pane, 800, 600);

        onFx(() -> {
            pane.showContent(new Label("rows"));
            pane.showLoading();
            background.advance(Duration.ofMillis(149));
            return true;
        });
        assertThat(robot().lookup(".skeleton").tryQuery()).isEmpty();

        onFx(() -> {
            background.advance(Duration.ofMillis(1));
            return true;
        });
        assertThat(robot().lookup(".skeleton").tryQuery()).isPresent();
    }

    @Test
    void leadsOnFromEmptyAndFromFailure() {
        StatePane pane = new StatePane(background);
        var scene = show(pane, 800, 600);
        ActionControls controls = new ActionControls(_ -> {});

        onFx(() -> {
            pane.showEmpty(
                    "fth-database",
                    "No database yet. Add one, or open the sample to look around.",
                    controls,
                    Action.of("add", "Add a database", "fth-plus", () -> done.add("added")));
            return true;
        });
        Pictures.take(scene, "state-empty");
        click("Add a database");
        onFx(() -> {
            pane.showFailure(
                    new Presented("No answer", "The server did not answer within 5 s.", "upstream_timeout", true),
                    () -> done.add("retried"),
                    done::add);
            return true;
        });
        Pictures.take(scene, "state-failed");
        click("Retry");
        click("Copy details");

        assertThat(done).containsExactly("added", "retried", "upstream_timeout");
    }
}
