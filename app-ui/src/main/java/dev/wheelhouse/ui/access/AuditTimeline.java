package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.controls.log.JsonText;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.DetailPane;
import dev.wheelhouse.ui.screen.SplitList;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Events newest first, and all of the selected one beside them. Belongs to the window's thread. */
final class AuditTimeline {

    private static final double TABLE_SHARE = 0.6;
    private static final int COLUMNS = 52;

    private final AuditList list;
    private final Consumer<Only> narrow;
    private final Workbench workbench;
    private final DetailPane pane;
    private final SplitList<AuditLine> split;
    private final Runnable empty;

    /**
     * Which events are wanted, of whichever kind and time.
     *
     * @param actorId member or key that did it; null for any
     * @param subjectId null for any
     * @param words such as {@code by Anna Meier}; empty for all
     */
    record Only(@Nullable String actorId, @Nullable String subjectId, String words) {

        static final Only ALL = new Only(null, null, "");

        EventFilter filter() {
            return new EventFilter(List.of(), subjectId, actorId, null, null);
        }
    }

    /**
     * @param state where it is shown
     * @param narrow shows other events
     * @param empty shows that there are none
     * @param refresh what the menu offers where nothing can be done
     */
    AuditTimeline(
            AuditList list,
            StatePane state,
            Consumer<Only> narrow,
            Runnable empty,
            Action refresh,
            Workbench workbench,
            ActionControls controls) {
        this.list = list;
        this.narrow = narrow;
        this.workbench = workbench;
        this.empty = empty;
        this.pane = new DetailPane(controls, "run-output", "audit-pane");
        ListModel<AuditLine> model = new ListModel<>(list, (_, _) -> true);
        LiveTable<AuditLine> table = new LiveTable<>(
                "run-table",
                model,
                columns(),
                lines -> lines.isEmpty() ? List.of() : actions(lines.getFirst()),
                refresh,
                controls);
        table.root().setId("events");
        Button more = controls.button(Action.of("audit.older", "Load older events", "fth-chevron-down", list::readMore)
                .withCurl(() -> AccessCalls.events(list.filter())));
        VBox.setVgrow(table.root(), Priority.ALWAYS);
        VBox left = new VBox(table.root(), Shown.when(more, list.hasMoreProperty()));
        this.split = new SplitList<>(
                model,
                table,
                new SplitList.Sides(left, pane.root(), pane.root(), TABLE_SHARE),
                state,
                this::show,
                this::show,
                workbench);
        show();
    }

    private static List<TableColumn<LiveRow<AuditLine>, AuditLine>> columns() {
        ListColumns<LiveRow<AuditLine>, AuditLine> columns = ListColumns.ofRows(_ -> false);
        List<TableColumn<LiveRow<AuditLine>, AuditLine>> all = List.of(
                columns.column("When", 120, (cell, line) -> cell.setText(line.at())),
                columns.column("What", 320, (cell, line) -> cell.setGraphic(Nodes.stated(line.look(), line.kind()))),
                columns.column(
                        "Who",
                        190,
                        (cell, line) -> cell.setGraphic(
                                Nodes.stacked(Nodes.narrow(line.who()), Nodes.narrow(line.how(), "dim", "small")))));
        all.forEach(each -> each.setSortable(false));
        return all;
    }

    /** What the selected one leads to. */
    private List<Action> actions(AuditLine line) {
        Event event = line.event();
        EventFilter now = list.filter();
        List<Action> actions = new ArrayList<>();
        AuditLine.memberOf(event)
                .filter(each -> !each.equals(now.actorId()))
                .map(each -> new Only(each, null, "by " + line.who()))
                .ifPresent(only -> actions.add(show("audit.by", "fth-user", only)));
        if (!event.subjectId().equals(now.subjectId())) {
            actions.add(
                    show("audit.about", "fth-crosshair", new Only(null, event.subjectId(), "about " + line.about())));
        }
        actions.add(Action.of(
                        "audit.copy",
                        "Copy as JSON",
                        "fth-copy",
                        () -> workbench.copy(JsonText.pretty(line.json()), "The event"))
                .withCurl(() -> AccessCalls.event(event.id())));
        return actions;
    }

    private Action show(String id, String icon, Only only) {
        return Action.of(id, "Show all " + only.words(), icon, () -> narrow.accept(only))
                .withCurl(() -> AccessCalls.events(only.filter()));
    }

    private void show(@Nullable AuditLine line) {
        if (line == null) {
            pane.show("", List.of(), () -> {});
        } else {
            pane.show(line.id(), List.of(line, list.filter()), () -> fill(line));
        }
    }

    private void fill(AuditLine line) {
        Event event = line.event();
        pane.add(Nodes.wrapped(line.words().title(), "h3"));
        pane.add(Nodes.wrapped(line.kind() + "  ·  event " + event.ordinal() + "  ·  " + line.at(), "dim", "small"));
        pane.add(Nodes.wrapped(line.who() + (line.how().isEmpty() ? "" : ", " + line.how())));
        FlowPane buttons = new FlowPane(8, 8);
        actions(line).forEach(each -> buttons.getChildren().add(pane.button(each)));
        pane.add(buttons);
        pane.heading("About");
        pane.text("subject", "About", event.subjectId(), COLUMNS);
        pane.heading("Data");
        pane.text("data", "Data", JsonText.pretty(Json.write(event.data())), COLUMNS);
    }

    private void show() {
        split.show(empty);
    }

    List<Action> actions() {
        return split.table().actions();
    }

    /** @param other gets the keyboard while there are no rows */
    void focus(Node other) {
        split.focus(other);
    }
}
