package dev.wheelhouse.ui.databases.tabs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Parent;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to tabs when they, the window or their connection go. */
class DatabaseTabsTest extends FxTest {

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();
    private OpenCore core;
    private FakeWorkbench bench;
    private DatabaseConnection connection;
    private ConnectionList list;

    /** A tab that loses what the test says. */
    private final class LosingTab implements DatabaseTab {
        private final TabState state;
        private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper();

        private LosingTab(TabState state) {
            this.state = state;
            title.set(state.field("table").orElse(""));
        }

        @Override
        public ReadOnlyStringProperty titleProperty() {
            return title.getReadOnlyProperty();
        }

        @Override
        public String icon() {
            return "fth-grid";
        }

        @Override
        public Parent root() {
            return new StackPane();
        }

        @Override
        public void onShow() {}

        @Override
        public void focus() {}

        @Override
        public void onHide() {}

        @Override
        public List<Action> actions() {
            return List.of();
        }

        @Override
        public Optional<TabState> saved() {
            return Optional.of(state);
        }

        @Override
        public List<String> unsaved() {
            return title.get().startsWith("dirty") ? List.of("1 changed row of " + title.get()) : List.of();
        }

        @Override
        public void connectionChanged(DatabaseConnection now) {}

        @Override
        public void connectionDeleted() {
            told.add("keeps its text: " + title.get());
        }

        @Override
        public void onClose() {
            told.add("writes: " + title.get());
        }

        @Override
        public void dispose() {
            told.add("closed: " + title.get());
        }
    }

    private final class Losing implements TabFactory {

        @Override
        public DatabaseTab open(DatabaseConnection of, TabState state, TabNavigator navigator) {
            return new LosingTab(state);
        }

        @Override
        public void forget(TabState state) {
            told.add("forgotten: " + state.field("table").orElse(""));
        }
    }

    @BeforeEach
    void start() {
        core = new OpenCore(folder);
        bench = new FakeWorkbench(new SameThreadBackground(), core::caller);
        connection = core.connect(Engine.SQLITE);
        list = new ConnectionList(core.databases().connections(), bench, Clock.systemUTC());
        list.refresh();
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private DatabaseTabs tabs(String... tables) {
        return onFx(() -> {
            DatabaseTabs tabs = new DatabaseTabs(
                    list, bench, new ActionControls(bench::copyCurl), Map.of(TabState.TABLE, new Losing()));
            tabs.onShow();
            for (String table : tables) {
                tabs.open(TabState.table(connection.id(), "main", table));
            }
            return tabs;
        });
    }

    @Test
    void asksOneQuestionForAllThatTheWindowWouldLose() {
        DatabaseTabs tabs = tabs("dirty one", "clean", "dirty two");
        bench.answer = false;
        onFx(() -> {
            tabs.requestClose(() -> told.add("window closed"));
            return true;
        });
        assertThat(bench.questions).hasSize(1);
        assertThat(bench.questions.getFirst().text()).contains("row of dirty one; 1 changed row of dirty two");
        assertThat(told).isEmpty();
        bench.answer = true;
        onFx(() -> {
            tabs.requestClose(tabs::onClose);
            return true;
        });
        assertThat(told).containsExactly("writes: dirty one", "writes: clean", "writes: dirty two");
    }

    @Test
    void asksOneQuestionForAllThatAreClosedTogether() {
        DatabaseTabs tabs = tabs("dirty one", "clean", "dirty two", "dirty three");
        bench.answer = false;
        chooseInMenu(tabs, "Close all");
        assertThat(bench.questions).extracting(Question::title).containsExactly("Close 4 tabs?");
        assertThat(bench.questions.getFirst().text())
                .contains("row of dirty one; 1 changed row of dirty two; 1 changed row of dirty three");
        assertThat(told).isEmpty();
        bench.answer = true;
        chooseInMenu(tabs, "Close others");
        assertThat(told).containsExactly("closed: clean", "closed: dirty two", "closed: dirty three");
    }

    private static void chooseInMenu(DatabaseTabs tabs, String words) {
        onFx(() -> {
            tabs.root().getTabs().getFirst().getContextMenu().getItems().stream()
                    .filter(each -> words.equals(each.getText()))
                    .forEach(MenuItem::fire);
            return true;
        });
    }

    @Test
    void closesTheTabsOfAConnectionThatWasDeletedHere() {
        DatabaseTabs tabs = tabs("dirty", "clean");
        assertThat(onFx(() -> tabs.unsaved(connection.id()))).containsExactly("1 changed row of dirty");
        core.databases().connections().delete(core.caller(), connection.id(), connection.revision());
        onFx(() -> {
            tabs.agreeToLose(connection.id());
            list.refresh();
            return true;
        });
        assertThat(bench.questions).isEmpty();
        assertThat(told)
                .containsExactly("keeps its text: dirty", "closed: dirty", "keeps its text: clean", "closed: clean");
        assertThat(onFx(() -> tabs.emptyProperty().get())).isTrue();
    }

    @Test
    void asksOnceBeforeStagedEditsGoWithAConnectionThatWasDeletedElsewhere() {
        tabs("dirty", "clean");
        bench.answer = false;
        core.databases().connections().delete(core.caller(), connection.id(), connection.revision());
        onFx(() -> {
            list.refresh();
            list.refresh();
            return true;
        });
        assertThat(bench.questions).hasSize(1);
        assertThat(bench.questions.getFirst().text()).contains("deleted elsewhere");
        assertThat(told).containsExactly("keeps its text: clean", "closed: clean");
    }

    @Test
    void opensClosedTabsAgainAfterARestartAndForgetsTheOldest() {
        DatabaseTabs tabs = tabs();
        onFx(() -> {
            for (int i = 0; i < 22; i++) {
                tabs.open(TabState.table(connection.id(), "main", "t" + i));
                tabs.actions().stream()
                        .filter(action -> action.id().equals("tabs.close"))
                        .findFirst()
                        .orElseThrow()
                        .run();
            }
            return true;
        });
        assertThat(told).contains("forgotten: t0", "forgotten: t1").doesNotContain("forgotten: t2");
        DatabaseTabs again = tabs();
        onFx(() -> {
            again.actions().stream()
                    .filter(action -> action.id().equals("tabs.reopen"))
                    .findFirst()
                    .orElseThrow()
                    .run();
            return true;
        });
        assertThat(onFx(() -> again.root().getTabs().size())).isEqualTo(1);
    }
}
