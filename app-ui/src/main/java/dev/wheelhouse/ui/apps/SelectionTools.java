package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import java.util.List;
import java.util.function.Function;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.layout.HBox;

/** What can be done with several selected apps at once; a button stays while it would look the same. */
final class SelectionTools extends HBox {

    private final LiveTable<AppLine> table;
    private final Function<List<AppLine>, List<Action>> commands;
    private final ActionControls controls;
    private List<String> shown = List.of();

    SelectionTools(LiveTable<AppLine> table, Function<List<AppLine>, List<Action>> commands, ActionControls controls) {
        super(4);
        this.table = table;
        this.commands = commands;
        this.controls = controls;
        setId("selectionTools");
        setAlignment(Pos.CENTER_RIGHT);
        table.selectedRows().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> show());
        table.root().getItems().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> show());
    }

    private void show() {
        List<AppLine> lines = table.selected();
        List<Action> now = lines.size() < 2 ? List.of() : commands.apply(lines);
        List<String> looks =
                now.stream().map(each -> each.id() + each.isEnabled()).toList();
        if (!looks.equals(shown)) {
            shown = looks;
            getChildren()
                    .setAll(now.stream()
                            .map(each -> controls.iconButton(ofThoseSelectedThen(each)))
                            .toList());
        }
    }

    private Action ofThoseSelectedThen(Action shown) {
        Action fresh = Action.of(
                shown.id(),
                shown.title(),
                shown.icon(),
                () -> commands.apply(table.selected()).stream()
                        .filter(each -> each.id().equals(shown.id()))
                        .findFirst()
                        .ifPresent(Action::run));
        fresh.enabledProperty().set(shown.isEnabled());
        return shown.shortcut().map(fresh::withShortcut).orElse(fresh);
    }
}
