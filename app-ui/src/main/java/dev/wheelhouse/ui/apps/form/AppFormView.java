package dev.wheelhouse.ui.apps.form;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppWords;
import dev.wheelhouse.ui.controls.form.Problems;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.Node;
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
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The form of an app, as a card over the window; what already runs on its server stands beside it to choose from. */
public final class AppFormView implements Form {

    private static final KeyCombination FIND = KeyCombination.valueOf("Shortcut+F");

    private final AppFormViewModel model;
    private final AppFields fields;
    private final ActionControls controls;
    private final Ends ends;
    private final Parent root;

    @FXML
    private HBox columns;

    @FXML
    private Label title;

    @FXML
    private HBox runtimes;

    @FXML
    private ComboBox<ServerPick> server;

    @FXML
    private Label serverIdError;

    @FXML
    private TextField name;

    @FXML
    private Label nameError;

    @FXML
    private GridPane commandGrid;

    @FXML
    private TextField command;

    @FXML
    private FlowPane chips;

    @FXML
    private Label commandError;

    @FXML
    private GridPane directoryGrid;

    @FXML
    private TextField directory;

    @FXML
    private Label directoryError;

    @FXML
    private GridPane unitGrid;

    @FXML
    private TextField unit;

    @FXML
    private Label unitError;

    @FXML
    private GridPane imageGrid;

    @FXML
    private TextField image;

    @FXML
    private Label imageError;

    @FXML
    private GridPane containerGrid;

    @FXML
    private TextField ports;

    @FXML
    private Label portsError;

    @FXML
    private TextArea volumes;

    @FXML
    private Label volumesError;

    @FXML
    private TextField memoryLimitBytes;

    @FXML
    private TextField replicas;

    @FXML
    private Label limitsError;

    @FXML
    private Label replicasError;

    @FXML
    private TextField engine;

    @FXML
    private Label engineError;

    @FXML
    private GridPane environmentGrid;

    @FXML
    private VBox environment;

    @FXML
    private Label environmentError;

    @FXML
    private VBox adoptedPart;

    @FXML
    private Label adoptedText;

    @FXML
    private Button makeNew;

    @FXML
    private HBox restarts;

    @FXML
    private Label restartHint;

    @FXML
    private HBox outdatedLine;

    @FXML
    private Button loadTheirs;

    @FXML
    private Button saveAnyway;

    @FXML
    private VBox startPart;

    @FXML
    private Label startText;

    @FXML
    private TextArea startLines;

    @FXML
    private Label trouble;

    @FXML
    private ProgressIndicator progress;

    @FXML
    private Label underWay;

    @FXML
    private Button cancel;

    @FXML
    private Button save;

    @FXML
    private Button saveAndStart;

    /**
     * Where the form leads to.
     *
     * @param saved gets how it ended
     * @param cancelled runs when it is given up
     */
    public record Ends(Consumer<AppFormViewModel.Saved> saved, Runnable cancelled) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public AppFormView(AppFormViewModel model, ActionControls controls, Ends ends) {
        this.model = model;
        this.fields = model.fields();
        this.controls = controls;
        this.ends = ends;
        this.root = FxmlViews.load(this);
        model.onShow();
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void close() {
        model.close();
    }

    @Override
    public void focus() {
        Focus.give(
                model.mode() instanceof AppFormMode.Edit
                        ? name
                        : runtimes.getChildren().getFirst());
    }

    @FXML
    void initialize() {
        title.setText(model.title());
        bindPlace();
        bindTexts();
        bindParts();
        new CommandChips(chips, fields.commandProperty());
        bindProblems();
        bindStart();
        bindEnd();
        environment.getChildren().setAll(new EnvironmentTable(fields.environment(), controls));
        if (model.mode() instanceof AppFormMode.Add) {
            FoundList found = new FoundList(model, controls, this::checkName);
            Shown.when(found, fields.runtimeProperty().map(Discovery::canFind));
            columns.getChildren().addFirst(found);
            columns.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
                if (FIND.match(event) && found.isVisible()) {
                    found.find();
                    event.consume();
                }
            });
        }
    }

    /** What was chosen is filled in; its name is what a person may want to change, and Enter goes on. */
    private void checkName() {
        name.requestFocus();
        name.selectAll();
    }

    private void bindPlace() {
        ObservableValue<Boolean> fixed =
                model.storedProperty().map(each -> true).orElse(false);
        Segments.fill(
                runtimes,
                List.of(RuntimeKind.values()),
                fields.runtimeProperty(),
                AppWords::runtime,
                kind -> new FontIcon(AppWords.runtimeIcon(kind)));
        runtimes.disableProperty().bind(fixed);
        ServerPick.fill(server, model.servers().rows(), fields.serverIdProperty());
        server.disableProperty().bind(fixed);
        Segments.fill(restarts, List.of(RestartPolicy.values()), fields.restartProperty(), AppWords::restart);
        restartHint
                .textProperty()
                .bind(fields.runtimeProperty()
                        .map(kind -> kind == RuntimeKind.SYSTEMD
                                ? "Beside what the unit itself says."
                                : "With growing pauses; never after a person stopped it."));
    }

    private void bindTexts() {
        name.textProperty().bindBidirectional(fields.nameProperty());
        command.textProperty().bindBidirectional(fields.commandProperty());
        directory.textProperty().bindBidirectional(fields.directoryProperty());
        unit.textProperty().bindBidirectional(fields.unitProperty());
        image.textProperty().bindBidirectional(fields.imageProperty());
        ports.textProperty().bindBidirectional(fields.portsProperty());
        volumes.textProperty().bindBidirectional(fields.volumesProperty());
        memoryLimitBytes.textProperty().bindBidirectional(fields.memoryProperty());
        replicas.textProperty().bindBidirectional(fields.replicasProperty());
        engine.textProperty().bindBidirectional(fields.engineProperty());
    }

    private void bindParts() {
        ObservableValue<RuntimeKind> kind = fields.runtimeProperty();
        ObservableValue<Boolean> adopted =
                fields.adoptedProperty().map(each -> true).orElse(false);
        ObservableValue<Boolean> makes = Bindings.createBooleanBinding(
                () -> kind.getValue() == RuntimeKind.CONTAINER && !adopted.getValue(), kind, adopted);
        Shown.when(unitGrid, kind.map(each -> each == RuntimeKind.SYSTEMD));
        Shown.when(imageGrid, makes);
        Shown.when(containerGrid, makes);
        Shown.when(
                commandGrid,
                Bindings.createBooleanBinding(
                        () -> kind.getValue() == RuntimeKind.PROCESS || makes.getValue(), kind, makes));
        Shown.when(
                environmentGrid,
                Bindings.createBooleanBinding(
                        () -> kind.getValue() == RuntimeKind.PROCESS || makes.getValue(), kind, makes));
        Shown.when(directoryGrid, kind.map(each -> each == RuntimeKind.PROCESS));
        Shown.when(
                adoptedPart,
                Bindings.createBooleanBinding(
                        () -> kind.getValue() == RuntimeKind.CONTAINER && adopted.getValue(), kind, adopted));
        adoptedText
                .textProperty()
                .bind(fields.adoptedProperty()
                        .map(names -> (names.size() == 1 ? "The container " : "The containers ")
                                + String.join(", ", names) + (names.size() == 1 ? " is" : " are")
                                + " taken as " + (names.size() == 1 ? "it is" : "they are")
                                + ": the console starts, stops and watches, and never makes or deletes "
                                + (names.size() == 1 ? "it." : "them."))
                        .orElse(""));
        Action makesNew = Action.of(
                "app.make-new",
                "Make new ones like it",
                "fth-copy",
                () -> fields.adoptedProperty().set(null));
        controls.fill(makeNew, makesNew);
        makeNew.setText(makesNew.title());
        Shown.when(makeNew, model.storedProperty().map(_ -> false).orElse(true));
        command.promptTextProperty()
                .bind(kind.map(each -> each == RuntimeKind.CONTAINER
                        ? "Empty for the image's own"
                        : "/usr/bin/node server.js --port 8080"));
    }

    private void bindProblems() {
        Problems problems = new Problems(model.form().problems());
        Map<String, Label> labels = Map.of(
                "serverId", serverIdError,
                "name", nameError,
                "command", commandError,
                "directory", directoryError,
                "unit", unitError,
                "image", imageError,
                "ports", portsError,
                "volumes", volumesError,
                "environment", environmentError,
                "engine", engineError);
        Map<String, Node> inputs = Map.of(
                "serverId", server,
                "name", name,
                "command", command,
                "directory", directory,
                "unit", unit,
                "image", image,
                "ports", ports,
                "volumes", volumes,
                "environment", environment,
                "engine", engine);
        labels.forEach((path, label) -> problems.tell(label, inputs.getOrDefault(path, label), path));
        problems.tell(limitsError, memoryLimitBytes, "memoryLimitBytes");
        problems.tell(replicasError, replicas, "replicas");
        Shown.whenNotEmpty(trouble, model.form().troubleProperty());
        Shown.when(outdatedLine, model.form().outdatedProperty());
    }

    private void bindStart() {
        startPart.pseudoClassStateChanged(Styles.STATE_DANGER, true);
        startLines.setMinHeight(Region.USE_PREF_SIZE);
        model.startTroubleProperty().addListener((_, _, now) -> showStartTrouble(now));
        showStartTrouble(model.startTroubleProperty().get());
        underWay.textProperty().bind(model.underWayProperty());
        Shown.when(progress, model.underWayProperty().map(each -> !each.isEmpty()));
    }

    private void showStartTrouble(@Nullable String text) {
        startPart.setVisible(text != null);
        startPart.setManaged(text != null);
        if (text == null) {
            return;
        }
        List<String> lines = Arrays.asList(text.split("\\R", -1));
        startText.setText("It was saved. " + lines.getFirst().strip());
        List<String> rest = lines.subList(1, lines.size());
        startLines.setText(String.join("\n", rest).strip());
        startLines.setPrefRowCount(Math.clamp(rest.size(), 1, 6));
        Shown.when(startLines, !startLines.getText().isEmpty());
        startLines.positionCaret(startLines.getLength());
    }

    private void bindEnd() {
        boolean edits = model.mode() instanceof AppFormMode.Edit;
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
        model.storedProperty().addListener(_ -> nameEnds(saves, starts));
        nameEnds(saves, starts);
        saveAndStart.setDefaultButton(!edits);
        save.setDefaultButton(edits);
        (edits ? save : saveAndStart).getStyleClass().add(Styles.ACCENT);
        cancel.setOnAction(_ -> ends.cancelled().run());
        // What is on its way cannot be taken back.
        cancel.disableProperty().bind(model.underWayProperty().isNotEmpty());
        loadTheirs.setOnAction(_ -> model.form().reload());
        saveAnyway.setOnAction(_ -> model.overwrite(ends.saved()));
    }

    /** Once it is stored there is nothing to add or to cancel any more. */
    private void nameEnds(Action saves, Action starts) {
        boolean isStored = model.storedProperty().get() != null;
        boolean edits = model.mode() instanceof AppFormMode.Edit;
        save.setText(isStored ? "Save" : saves.title());
        saveAndStart.setText(isStored ? "Save and start" : starts.title());
        cancel.setText(isStored && !edits ? "Close" : "Cancel");
    }
}
