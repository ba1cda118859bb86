package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.screen.ModalForm;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.stage.FileChooser;

/** The screen of logs: a tab for each that is open. */
final class LogsView implements Screen {

    private final LogGateway gateway;
    private final Workbench workbench;
    private final ActionControls controls;
    private final LogTabs tabs;
    private final Action opensFile;
    private final Action opensServerFile;
    private final Action merges;
    private final StackPane root;
    private final ModalForm veil;

    @FXML
    private StackPane page;

    @FXML
    private HBox head;

    @FXML
    private Button file;

    @FXML
    private Button serverFile;

    @FXML
    private Button merge;

    @FXML
    private StackPane place;

    /** @param panes makes the pane of a log */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    LogsView(LogGateway gateway, Workbench workbench, ActionControls controls, Function<LogTarget, LogPane> panes) {
        this.gateway = gateway;
        this.workbench = workbench;
        this.controls = controls;
        this.tabs = new LogTabs(workbench.state(), panes);
        this.opensFile = Action.of("logs.open", "Open log file…", "fth-folder", this::chooseFile)
                .withShortcut("Shortcut+O");
        this.opensServerFile = Action.of("logs.open-server", "Open log of a server…", "fth-server", this::openForm)
                .withShortcut("Shortcut+Shift+O");
        this.merges = Action.of(
                        "logs.merge",
                        "Merge the open logs",
                        "fth-git-merge",
                        () -> tabs.together().ifPresent(tabs::open))
                .withShortcut("Shortcut+M");
        this.root = (StackPane) FxmlViews.load(this);
        this.veil = new ModalForm(root, workbench);
        root.getStylesheets()
                .add(Objects.requireNonNull(LogsView.class.getResource("logs.css"))
                        .toExternalForm());
    }

    @FXML
    void initialize() {
        controls.fill(file, opensFile);
        controls.fill(serverFile, opensServerFile);
        controls.fill(merge, merges);
        StatePane nothing = new StatePane(workbench.background());
        nothing.showEmpty(
                "fth-file-text",
                "No log is open. Open a file of this machine or of a server, drop files here, or choose “Logs” on an"
                        + " app.",
                controls,
                opensFile,
                opensServerFile);
        place.getChildren().setAll(nothing, tabs.root());
        nothing.visibleProperty().bind(tabs.emptyProperty());
        tabs.root().visibleProperty().bind(tabs.emptyProperty().not());
        head.visibleProperty().bind(tabs.emptyProperty().not());
        tabs.root().getTabs().addListener((javafx.beans.InvalidationListener) _ -> enable());
        enable();
        page.setOnDragOver(LogsView::allowDrop);
        page.setOnDragDropped(this::dropped);
    }

    private void enable() {
        merges.enabledProperty().set(tabs.together().isPresent());
    }

    private static void allowDrop(DragEvent event) {
        if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
        }
    }

    private void dropped(DragEvent event) {
        if (event.getDragboard().hasFiles()) {
            openFiles(event.getDragboard().getFiles());
            event.setDropCompleted(true);
            event.consume();
        }
    }

    void chooseFile() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Open log files; several are merged by time");
        List<File> chosen = chooser.showOpenMultipleDialog(root.getScene().getWindow());
        if (chosen != null) {
            openFiles(chosen);
        }
    }

    /** One tab; what is opened together is merged. */
    private void openFiles(List<File> files) {
        if (!files.isEmpty()) {
            open(new LogTarget(files.stream()
                    .map(each -> LogOrigin.file(each.getAbsolutePath()))
                    .toList()));
        }
    }

    LogPane open(LogTarget target) {
        LogPane opened = tabs.open(target);
        opened.focus();
        return opened;
    }

    void openForm() {
        veil.open(() -> new ServerFileView(
                gateway,
                workbench,
                (server, path) -> {
                    veil.close();
                    open(LogTarget.of(LogOrigin.serverFile(server, path)));
                },
                veil::close));
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        tabs.onShow();
    }

    @Override
    public void onHide() {
        tabs.onHide();
    }

    @Override
    public void onClose() {
        tabs.onClose();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>(tabs.actions());
        actions.addAll(List.of(opensFile, opensServerFile, merges));
        return actions;
    }

    @Override
    public void focus() {
        if (tabs.emptyProperty().get()) {
            root.requestFocus();
        } else {
            tabs.focus();
        }
    }
}
