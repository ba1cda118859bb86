package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.Publication;
import dev.wheelhouse.core.mail.PublicationStatus;
import dev.wheelhouse.core.mail.publish.PlanAction;
import dev.wheelhouse.core.mail.publish.PlanRow;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.DetailPane;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Publishing of a managed domain: what it would do, what came of it, and what was done before. */
final class PublishPane {

    private static final double ACTION = 160;
    private static final double NAME = 270;
    private static final double TIME = 150;

    /** In this order: first what somebody has to decide on, last what stays. */
    private static final List<PlanAction> ORDER = List.of(
            PlanAction.FOREIGN,
            PlanAction.ADD,
            PlanAction.CHANGE,
            PlanAction.REMOVE,
            PlanAction.KEEP,
            PlanAction.OUTSIDE);

    private final PublishModel model;
    private final Clock clock;
    private final ZoneId zone;
    private final ActionControls controls;
    private final Action preview;
    private final Action publish;
    private final Action undo;
    private final Button publishButton;
    private final DetailPane pane;

    PublishPane(PublishModel model, Supplier<MailDomain> domain, Clock clock, ZoneId zone, ActionControls controls) {
        this.model = model;
        this.clock = clock;
        this.zone = zone;
        this.controls = controls;
        this.preview = Action.of("domains.preview", "Preview", "fth-eye", model::preview)
                .withCurl(() -> MailCalls.preview(domain.get()));
        this.publish = Action.of("domains.apply", "Publish", "fth-upload-cloud", model::publish)
                .withCurl(() -> model.stateProperty().get() instanceof PublishModel.State.Previewed(Publication shown)
                        ? MailCalls.publish(
                                domain.get(),
                                shown.id(),
                                model.acceptedProperty().get())
                        : null)
                .withShortcut("Shortcut+Enter");
        this.undo = Action.of("domains.undo", "Undo last", "fth-rotate-ccw", model::undo)
                .withCurl(() -> MailCalls.undo(domain.get()));
        this.publishButton = button(publish, "apply");
        publishButton.getStyleClass().add("accent");
        this.pane = new DetailPane(controls, "publish-pane");
        model.stateProperty().addListener(_ -> show());
        model.historyProperty().addListener(_ -> show());
        model.acceptedProperty().addListener(_ -> showCount());
        show();
    }

    private Button button(Action action, String id) {
        Button button = controls.button(action);
        button.setId(id);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private void show() {
        pane.show(
                "publishing",
                List.of(model.stateProperty().get(), model.historyProperty().get()),
                this::fill);
        showCount();
    }

    private void fill() {
        boolean busy = model.stateProperty().get() instanceof PublishModel.State.Working;
        preview.enabledProperty().set(!busy);
        undo.enabledProperty().set(!busy && model.last().isPresent());
        switch (model.stateProperty().get()) {
            case PublishModel.State.Idle _ ->
                head(
                        Nodes.wrapped(
                                "A preview reads the zone and says what would be added, changed and removed. Nothing is"
                                        + " done until you publish it."),
                        button(preview, "preview"));
            case PublishModel.State.Working(String words) -> head(Nodes.wrapped(words));
            case PublishModel.State.Previewed(Publication shown) -> showPreview(shown);
            case PublishModel.State.Ended(Publication ended) -> showEnd(ended);
            case PublishModel.State.Refused(String words) -> {
                Label why = Nodes.wrapped(words, "danger-text");
                why.setId("refused");
                Button again = button(preview, "preview");
                again.setText("Preview again");
                head(why, again);
            }
        }
        showHistory();
    }

    private void head(Label words, Button... buttons) {
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox line = Nodes.line(8, words);
        if (model.last().isPresent()) {
            line.getChildren().add(button(undo, "undo"));
        }
        line.getChildren().addAll(buttons);
        pane.add(line);
    }

    private void showPreview(Publication shown) {
        List<PlanRow> rows = shown.plan().rows();
        Label words = Nodes.wrapped(
                rows.stream().anyMatch(each -> !each.edits().isEmpty())
                        ? "What publishing does to the zone "
                                + shown.plan().zone().zone() + ":"
                        : "The zone " + shown.plan().zone().zone()
                                + " is as it should be. There is nothing to publish.",
                "h3");
        Button again = button(preview, "preview");
        again.setText("Preview again");
        head(words, again, publishButton);
        List<PlanRow> ordered = new ArrayList<>(rows);
        ordered.sort(Comparator.comparingInt(each -> ORDER.indexOf(each.action())));
        ordered.forEach(each -> pane.add(row(each)));
    }

    private Node row(PlanRow row) {
        Region state;
        if (row.needsTick()) {
            CheckBox tick = new CheckBox("Change theirs");
            tick.setId("tick");
            tick.setAccessibleText("Change " + row.name() + " " + row.type() + " of somebody else");
            tick.setSelected(model.acceptedProperty().get().contains(row.id()));
            tick.selectedProperty().addListener((_, _, ticked) -> model.accept(row, ticked));
            state = tick;
        } else {
            state = Nodes.stated(MailLabels.look(row.action()), "");
        }
        state.setMinWidth(ACTION);
        state.setMaxWidth(ACTION);
        VBox name = Nodes.stacked(
                Nodes.narrow(row.name()),
                Nodes.narrow(
                        (row.kind() == null ? "No longer wanted" : MailLabels.kind(row.kind())) + "  ·  " + row.type(),
                        "dim",
                        "small"));
        name.setMinWidth(NAME);
        name.setMaxWidth(NAME);
        VBox values = new VBox(2);
        values.setMinWidth(0);
        HBox.setHgrow(values, Priority.ALWAYS);
        if (!row.detail().isEmpty()) {
            values.getChildren().add(Nodes.wrapped(row.detail(), "small"));
        }
        if (row.before().equals(row.after())) {
            row.after().forEach(each -> values.getChildren().add(Nodes.wrapped(each, "mono", "small", "dim")));
        } else {
            row.before()
                    .forEach(each ->
                            values.getChildren().add(Nodes.wrapped("− " + each, "mono", "small", "danger-text")));
            row.after()
                    .forEach(each ->
                            values.getChildren().add(Nodes.wrapped("+ " + each, "mono", "small", "success-text")));
        }
        HBox line = new HBox(12, state, name, values);
        line.setFillHeight(false);
        line.getStyleClass().add("plan-row");
        return line;
    }

    private void showCount() {
        int count = model.count();
        publish.enabledProperty().set(count > 0);
        publishButton.setText(count == 0 ? "Publish" : "Publish " + count + (count == 1 ? " row" : " rows"));
    }

    private void showEnd(Publication ended) {
        boolean undone = ended.status() == PublicationStatus.UNDONE;
        Label words = Nodes.wrapped(
                undone
                        ? "Taken back. The zone is as it was before."
                        : ended.status() == PublicationStatus.APPLIED
                                ? "Published. The records are checked again at once."
                                : MailLabels.look(ended.status()).words() + ". " + ended.detail(),
                "h3");
        words.setId("ended");
        head(words, button(preview, "preview"));
    }

    private void showHistory() {
        List<Publication> history = model.historyProperty().get();
        if (history.isEmpty()) {
            return;
        }
        Label title = Nodes.label("Published before", "h3");
        title.getStyleClass().add("history-title");
        pane.add(title);
        Instant now = clock.instant();
        for (Publication each : history) {
            Label at = Nodes.label(
                    Moments.onDay(Objects.requireNonNullElse(each.appliedAt(), each.createdAt()), now, zone),
                    "figures",
                    "dim");
            at.setMinWidth(TIME);
            HBox state = Nodes.stated(MailLabels.look(each.status()), "");
            state.setMinWidth(ACTION);
            int changes =
                    each.zoneUpdate() == null ? 0 : each.zoneUpdate().changes().size();
            Label words = Nodes.wrapped(
                    (changes == 1 ? "1 record set" : changes + " record sets")
                            + (each.detail().isEmpty() ? "" : ". " + each.detail()),
                    "dim");
            HBox.setHgrow(words, Priority.ALWAYS);
            words.setMaxWidth(Double.MAX_VALUE);
            HBox line = Nodes.line(12, at, state, words);
            line.getStyleClass().add("attempt");
            pane.add(line);
        }
    }

    /** What can be done here now. */
    List<Action> actions() {
        return List.of(preview, publish, undo);
    }

    Parent root() {
        return pane.root();
    }
}
