package dev.wheelhouse.ui.apps.form;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Keys;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The form of an app, as a card over the window; beside it what already runs on the server. */
public final class AppFormView implements Form {

    private static final KeyCombination FIND = Keys.combination("Shortcut+F");
    private static final double WIDTH = 620;
    private static final double LABELS = 104;
    private static final double GAP = 8;
    private static final double SIGN = 16;

    private final AppFormViewModel model;
    private final AppFields fields;
    private final ActionControls controls;
    private final FormFrame<App> frame;
    private final HBox columns;
    private final HBox runtimes = new HBox();
    private final TextField name;
    private final Button saveAndStart = new Button();

    public AppFormView(AppFormViewModel model, ActionControls controls, FormFrame.Ends<AppFormViewModel.Saved> ends) {
        this.model = model;
        this.fields = model.fields;
        this.controls = controls;
        FieldGrid place = grid();
        fillPlace(place);
        this.name = place.text("Name", fields.name, "api");
        this.frame = new FormFrame<>(model.form, "app", model.mode.title("an app", App::name), WIDTH, body(place));
        frame.setMinWidth(WIDTH);
        // The card is what lies around both columns.
        frame.getStyleClass().removeAll("connection-form", "app-form");
        this.columns = new HBox(frame);
        columns.getStyleClass().addAll("connection-form", "app-form");
        columns.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        bindEnd(ends);
        if (!model.mode.isEdit()) {
            addFound();
        }
        model.onShow();
    }

    private void addFound() {
        FoundList found = new FoundList(model, controls, this::checkName);
        Shown.when(found, fields.runtime.map(Discovery::canFind));
        columns.getChildren().addFirst(found);
        columns.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (FIND.match(event) && found.isVisible()) {
                found.find();
                event.consume();
            }
        });
    }

    @Override
    public Parent root() {
        return columns;
    }

    @Override
    public void close() {
        model.close();
    }

    @Override
    public void focus() {
        Focus.give(model.mode.isEdit() ? name : runtimes.getChildren().getFirst());
    }

    /** What was chosen is filled in; its name is what a person may want to change, and Enter goes on. */
    private void checkName() {
        name.requestFocus();
        name.selectAll();
    }

    private FieldGrid grid() {
        return new FieldGrid(LABELS, model.form);
    }

    private FieldGrid mono(String label, StringProperty value, String prompt) {
        FieldGrid grid = grid();
        grid.text(label, value, prompt).getStyleClass().add("mono");
        return grid;
    }

    private void fillPlace(FieldGrid grid) {
        ObservableValue<Boolean> fixed =
                model.storedProperty().map(each -> true).orElse(false);
        Segments.fill(
                runtimes,
                List.of(RuntimeKind.values()),
                fields.runtime,
                AppLabels::runtime,
                kind -> new FontIcon(AppLabels.runtimeIcon(kind)));
        runtimes.setId("runtimes");
        runtimes.disableProperty().bind(fixed);
        grid.place("Runtime", runtimes);
        ComboBox<ServerPick> server = new ComboBox<>();
        server.setId("server");
        server.setMaxWidth(Double.MAX_VALUE);
        ServerPick.fill(server, model.servers.rows(), fields.serverId);
        server.disableProperty().bind(fixed);
        grid.row("Server", server, server, "serverId");
    }

    private VBox body(FieldGrid place) {
        ObservableValue<RuntimeKind> kind = fields.runtime;
        ObservableValue<Boolean> adopted = fields.adopted.map(each -> true).orElse(false);
        ObservableValue<Boolean> makes = Bindings.createBooleanBinding(
                () -> kind.getValue() == RuntimeKind.CONTAINER && !adopted.getValue(), kind, adopted);
        ObservableValue<Boolean> runsCommand = Bindings.createBooleanBinding(
                () -> kind.getValue() == RuntimeKind.PROCESS || makes.getValue(), kind, makes);
        ObservableValue<Boolean> adopts = Bindings.createBooleanBinding(
                () -> kind.getValue() == RuntimeKind.CONTAINER && adopted.getValue(), kind, adopted);
        return new VBox(
                12,
                place,
                Shown.when(adopted(), adopts),
                Shown.when(mono("Unit", fields.unit, "nginx.service"), kind.map(each -> each == RuntimeKind.SYSTEMD)),
                Shown.when(mono("Image", fields.image, "docker.io/library/nginx:1.27"), makes),
                Shown.when(command(kind), runsCommand),
                Shown.when(
                        mono("Directory", fields.directory, "/srv/api; empty for the user's home"),
                        kind.map(each -> each == RuntimeKind.PROCESS)),
                Shown.when(container(), makes),
                Shown.when(environment(), runsCommand),
                restarts(kind));
    }

    private VBox adopted() {
        Label text = Nodes.wrapped("");
        text.setId("adoptedText");
        text.textProperty().bind(fields.adopted.map(AppFormView::adoptedWords).orElse(""));
        Button makeNew = controls.button(
                Action.of("app.make-new", "Make new ones like it", "fth-copy", () -> fields.adopted.set(null)));
        makeNew.setId("makeNew");
        makeNew.getStyleClass().add("small-button");
        Shown.when(makeNew, model.storedProperty().map(_ -> false).orElse(true));
        VBox part = new VBox(GAP, text, makeNew);
        part.getStyleClass().add("adopted-line");
        return part;
    }

    private static String adoptedWords(List<String> names) {
        boolean one = names.size() == 1;
        return (one ? "The container " : "The containers ") + String.join(", ", names) + (one ? " is" : " are")
                + " taken as " + (one ? "it is" : "they are")
                + ": the console starts, stops and watches, and never makes or deletes " + (one ? "it." : "them.");
    }

    private FieldGrid command(ObservableValue<RuntimeKind> kind) {
        FieldGrid grid = grid();
        TextField command = FieldGrid.field(new TextField(), "command", fields.command, "");
        command.getStyleClass().add("mono");
        command.promptTextProperty()
                .bind(kind.map(each -> each == RuntimeKind.CONTAINER
                        ? "Empty for the image's own"
                        : "/usr/bin/node server.js --port 8080"));
        FlowPane chips = new FlowPane(4, 4);
        new CommandChips(chips, fields.command);
        grid.row("Command", command, command, "command").getChildren().add(1, chips);
        return grid;
    }

    private FieldGrid container() {
        FieldGrid grid = grid();
        grid.text("Ports", fields.ports, "127.0.0.1:8080:80, 9090:90/udp")
                .getStyleClass()
                .add("mono");
        TextArea volumes = FieldGrid.field(new TextArea(), "volumes", fields.volumes, "/srv/data:/data:ro, one a line");
        volumes.setPrefRowCount(2);
        volumes.getStyleClass().add("mono");
        grid.row("Volumes", volumes, volumes, "volumes");
        TextField memory = FieldGrid.field(new TextField(), "memoryLimitBytes", fields.memory, "no limit");
        memory.setPrefColumnCount(10);
        TextField replicas = FieldGrid.field(new TextField(), "replicas", fields.replicas, "");
        replicas.setPrefColumnCount(4);
        replicas.setAccessibleText("Replicas");
        replicas.getStyleClass().add("figures-field");
        HBox line = Nodes.line(GAP, memory, Nodes.label("each, of", "dim"), replicas, Nodes.label("replicas", "dim"));
        grid.row("Memory", memory, line, "memoryLimitBytes").getChildren().add(grid.problem(replicas, "replicas"));
        grid.text("Engine", fields.engine, "Path of its socket; empty for the one that is found")
                .getStyleClass()
                .add("mono");
        return grid;
    }

    private FieldGrid environment() {
        FieldGrid grid = grid();
        EnvironmentTable table = new EnvironmentTable(fields.environment, controls);
        table.setId("environment");
        grid.place("Environment", table, grid.problem(table, "environment"));
        return grid;
    }

    private FieldGrid restarts(ObservableValue<RuntimeKind> kind) {
        FieldGrid grid = grid();
        HBox restarts = new HBox();
        restarts.setId("restarts");
        Segments.fill(restarts, List.of(RestartPolicy.values()), fields.restart, AppLabels::restart);
        Label hint = Nodes.label("", "dim");
        hint.getStyleClass().add("small");
        hint.textProperty()
                .bind(kind.map(each -> each == RuntimeKind.SYSTEMD
                        ? "Beside what the unit itself says."
                        : "With growing pauses; never after a person stopped it."));
        grid.place("Restart", restarts, hint);
        return grid;
    }

    private void bindEnd(FormFrame.Ends<AppFormViewModel.Saved> ends) {
        boolean edits = model.mode.isEdit();
        ProgressIndicator progress = new ProgressIndicator();
        progress.setMinSize(SIGN, SIGN);
        progress.setPrefSize(SIGN, SIGN);
        Shown.when(progress, model.underWayProperty().map(each -> !each.isEmpty()));
        Label underWay = Nodes.label("", "dim");
        underWay.textProperty().bind(model.underWayProperty());
        frame.end(
                new FormFrame.Foot(List.of(new StartFailurePane(model)), List.of(), List.of(progress, underWay)),
                edits ? "Save" : "Add",
                model::saveCall,
                new FormFrame.Ends<>(app -> model.stored(app, ends.saved()), ends.cancelled()),
                controls);
        Button save = frame.saveButton();
        Button cancel = frame.cancelButton();
        Action saves = Action.of("app.save", edits ? "Save" : "Add", "fth-check", () -> model.save(false, ends.saved()))
                .withCurl(model::saveCall);
        Action starts = Action.of(
                        "app.save-and-start",
                        edits ? "Save and start" : "Add and start",
                        "fth-play",
                        () -> model.save(true, ends.saved()))
                .withCurl(model::saveCall);
        for (Action each : List.of(saves, starts)) {
            each.enabledProperty().bind(model.underWayProperty().isEmpty());
        }
        controls.fill(save, saves);
        controls.fill(saveAndStart, starts);
        saveAndStart.setId("saveAndStart");
        frame.addToEnd(saveAndStart);
        for (Button each : List.of(save, saveAndStart, cancel)) {
            each.setMinWidth(Region.USE_PREF_SIZE);
        }
        model.storedProperty().addListener(_ -> nameEnds(edits));
        nameEnds(edits);
        saveAndStart.setDefaultButton(!edits);
        save.setDefaultButton(edits);
        if (!edits) {
            save.getStyleClass().remove(Styles.ACCENT);
            saveAndStart.getStyleClass().add(Styles.ACCENT);
        }
        cancel.disableProperty().bind(model.underWayProperty().isNotEmpty());
    }

    /** Once it is stored there is nothing to add or to cancel any more. */
    private void nameEnds(boolean edits) {
        boolean isStored = model.storedProperty().get() != null;
        String verb = isStored || edits ? "Save" : "Add";
        frame.saveButton().setText(verb);
        saveAndStart.setText(verb + " and start");
        frame.cancelButton().setText(isStored && !edits ? "Close" : "Cancel");
    }
}
