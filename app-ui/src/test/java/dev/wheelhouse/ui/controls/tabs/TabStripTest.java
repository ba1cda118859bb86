package dev.wheelhouse.ui.controls.tabs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.testing.FxTest;
import java.util.List;
import java.util.stream.IntStream;
import javafx.geometry.Bounds;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TabStripTest extends FxTest {

    private Sheet first;
    private Sheet second;
    private TabStrip<Sheet> strip;
    private Scene scene;

    /** A tab with something that takes the keyboard when it is clicked. */
    private static final class Sheet implements TabStrip.Content {

        private final String title;
        private final Region cells = new Region();
        private final StackPane root = new StackPane(new SplitPane(cells));

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
        first = onFx(() -> new Sheet("first"));
        second = onFx(() -> new Sheet("second"));
        strip = onFx(() -> {
            TabStrip<Sheet> made = new TabStrip<>("tabs", new Host());
            return made;
        });
        scene = show(new StackPane(strip.root()), 500, 300);
        onFx(() -> {
            add(first);
            add(second);
            strip.onShow();
            return true;
        });
    }

    private void add(Sheet sheet) {
        TabHeader header = new TabHeader();
        header.show(sheet.icon(), sheet.title(), null);
        strip.add(sheet, header);
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
    void keepsTheTabInFrontInSight() {
        List<Sheet> more = onFx(() -> IntStream.range(0, 12)
                .mapToObj(number -> new Sheet("a longer title " + number))
                .toList());
        onFx(() -> {
            more.forEach(this::add);
            strip.select(more.getLast());
            return true;
        });
        waitFor("the last in sight", () -> isInSight(more.getLast()));
        onFx(() -> {
            strip.root().setMaxWidth(320);
            return true;
        });
        waitFor("it in sight of a narrow strip", () -> strip.root().getWidth() < 330 && isInSight(more.getLast()));
        onFx(() -> {
            header(more.getLast()).show("fth-grid", "a title that has become longer", null);
            return true;
        });
        waitFor("it in sight with its new title", () -> isInSight(more.getLast()));
        assertThat(onFx(() -> strip.inFront())).contains(more.getLast());
        assertThat(onFx(scene::getFocusOwner)).isEqualTo(more.getLast().cells);
    }

    private TabHeader header(Sheet sheet) {
        int at = strip.inOrder().indexOf(sheet);
        return (TabHeader) strip.root().getTabs().get(at).getGraphic();
    }

    private boolean isInSight(Sheet sheet) {
        Bounds bounds = header(sheet).localToScene(header(sheet).getLayoutBounds());
        Bounds pane = strip.root().localToScene(strip.root().getLayoutBounds());
        return bounds.getMinX() >= pane.getMinX() && bounds.getMaxX() <= pane.getMaxX();
    }

    @Test
    void givesTheKeyboardToATabAtOnceAndAlsoWhereItIsInFrontAlready() {
        Sheet third = onFx(() -> new Sheet("third"));
        assertThat(onFx(() -> {
                    add(third);
                    strip.select(third);
                    return scene.getFocusOwner();
                }))
                .isEqualTo(third.cells);
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
