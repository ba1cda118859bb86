package dev.wheelhouse.ui.controls.tabs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.testing.FxTest;
import java.util.List;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TabStripTest extends FxTest {

    private final Sheet first = new Sheet("first");
    private final Sheet second = new Sheet("second");
    private TabStrip<Sheet> strip;
    private Scene scene;

    /** A tab with something that takes the keyboard when it is clicked. */
    private static final class Sheet implements TabStrip.Content {

        private final String title;
        private final Region cells = new Region();
        private final StackPane root = new StackPane(cells);

        Sheet(String title) {
            this.title = title;
            cells.setFocusTraversable(true);
            cells.setId(title);
            cells.setOnMousePressed(_ -> cells.requestFocus());
        }

        @Override
        public String title() {
            return title;
        }

        @Override
        public String icon() {
            return "fth-grid";
        }

        @Override
        public Parent root() {
            return root;
        }

        @Override
        public void onShow() {}

        @Override
        public void focus() {
            cells.requestFocus();
        }

        @Override
        public void onHide() {}

        @Override
        public List<Action> actions() {
            return List.of();
        }
    }

    private static final class Host implements TabStrip.Host<Sheet> {

        @Override
        public void close(Sheet content) {}

        @Override
        public boolean canReopen() {
            return false;
        }

        @Override
        public void reopen() {}

        @Override
        public void changed() {}
    }

    @BeforeEach
    void open() {
        strip = onFx(() -> {
            TabStrip<Sheet> made = new TabStrip<>("tabs", new Host());
            for (Sheet each : List.of(first, second)) {
                TabHeader header = new TabHeader();
                header.show(each.icon(), each.title(), null);
                made.add(each, header);
            }
            return made;
        });
        scene = show(strip.root(), 500, 300);
        onFx(() -> {
            strip.onShow();
            return true;
        });
    }

    @Test
    void leavesTheKeyboardToWhatIsClickedInATab() {
        onFx(() -> {
            strip.root().requestFocus();
            return true;
        });
        click("#first");
        assertThat(scene.getFocusOwner()).isEqualTo(first.cells);
        robot().type(KeyCode.DOWN, KeyCode.RIGHT);
        assertThat(onFx(() -> strip.inFront())).contains(first);
    }

    @Test
    void givesTheKeyboardToATabAtOnceAndAlsoWhereItIsInFrontAlready() {
        assertThat(onFx(() -> {
                    strip.select(second);
                    return scene.getFocusOwner();
                }))
                .isEqualTo(second.cells);
        assertThat(onFx(() -> {
                    strip.root().requestFocus();
                    strip.select(second);
                    return scene.getFocusOwner();
                }))
                .isEqualTo(second.cells);
    }
}
