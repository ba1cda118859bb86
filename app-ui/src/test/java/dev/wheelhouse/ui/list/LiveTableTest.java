package dev.wheelhouse.ui.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javafx.scene.control.TableColumn;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTableTest extends FxTest {

    private final Letters letters = new Letters();

    private static final class Letters extends LiveList<List<String>, String> {

        private List<String> found = List.of("b", "c", "d", "e");

        private Letters() {
            super(new SameThreadBackground(), Clock.systemUTC(), Duration.ofSeconds(1), line -> line);
        }

        @Override
        protected List<String> read() {
            return found;
        }

        @Override
        protected List<String> lines(List<String> reading) {
            return reading;
        }
    }

    private LiveTable<String> shown() {
        LiveTable<String> table = onFx(() -> {
            TableColumn<LiveRow<String>, String> column = new TableColumn<>("Letter");
            column.setCellValueFactory(each -> each.getValue().lineProperty());
            return new LiveTable<>(
                            "letters",
                            new ListModel<>(letters, String::contains),
                            List.of(column),
                            _ -> List.of(),
                            Action.of("add", "Add", "fth-plus", () -> {}),
                            new ActionControls(_ -> {}))
                    .ofSeveral();
        });
        onFx(() -> {
            letters.refresh();
            return true;
        });
        show(new StackPane(table.root()), 300, 400);
        return table;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b c d e", "b c d e f", "b bb c d e", "b d", "e d c b", "a d f b", "a b"})
    void keepsASelectionOfSeveralWhateverComesAndGoes(String then) {
        LiveTable<String> table = shown();
        click("b");
        robot().press(KeyCode.CONTROL);
        click("d");
        robot().release(KeyCode.CONTROL);
        assertThat(onFx(table::selected)).containsExactly("b", "d");

        List<String> now = List.of(then.split(" "));
        onFx(() -> {
            letters.found = now;
            letters.refresh();
            return true;
        });
        List<String> left = List.of("b", "d").stream().filter(now::contains).toList();
        assertThat(onFx(table::selected)).containsExactlyInAnyOrderElementsOf(left);
    }
}
