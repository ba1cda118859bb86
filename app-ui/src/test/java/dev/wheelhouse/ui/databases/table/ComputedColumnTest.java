package dev.wheelhouse.ui.databases.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ComputedColumnTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void showsWhatTheDatabaseMadeOfAnEdit(Engine engine) {
        try (OpenCore core = new OpenCore(folder)) {
            DatabaseConnection connection = core.connect(engine);
            core.run(
                    connection,
                    "create table calc (id integer primary key, price numeric,"
                            + " twice numeric generated always as (price * 2) stored);"
                            + " insert into calc (id, price) values (1, 10), (2, 20)");
            FakeWorkbench workbench = new FakeWorkbench(new SameThreadBackground(), core::caller);
            TableViewModel model = new TableViewModel(
                    core.databases(),
                    workbench,
                    new TabNavigator() {
                        @Override
                        public void open(TabState state) {}

                        @Override
                        public void stateChanged() {}
                    },
                    new RowPlace(connection, engine.defaultSchema(), "calc"),
                    TabState.table(connection.id(), engine.defaultSchema(), "calc"));
            model.open();
            model.rows().show(0, 29);
            model.editing().setText(0, 1, "21");
            model.editing().apply();
            assertThat(workbench.errors).isEmpty();
            assertThat(Objects.requireNonNull(model.rows().rowAt(0)).cell(1).text())
                    .isEqualTo("21");
            assertThat(Objects.requireNonNull(model.rows().rowAt(0)).cell(2).text())
                    .isEqualTo("42");
            // And the guard of the next edit is the new value.
            model.editing().setText(0, 1, "22");
            model.editing().apply();
            assertThat(model.editing().disputeProperty().get()).isNull();
            assertThat(Objects.requireNonNull(model.rows().rowAt(0)).cell(2).text())
                    .isEqualTo("44");
        }
    }
}
