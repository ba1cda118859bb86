package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** What is on the server, to choose from: a click or Enter fills the form, also on the first that matches what is typed. */
final class FoundList extends VBox {

    private static final double WIDTH = 320;
    private static final double ROW_HEIGHT = 46;

    private final Discovery discovery;
    private final ListView<FoundApp> list = new ListView<>();
    private final Label state = Nodes.wrapped("", "dim");
    private final ProgressIndicator progress = new ProgressIndicator();
    private final TextField filter = new TextField();
    private final AppFormViewModel model;
    private final Runnable chosen;
    private boolean isWanted;

    /** @param chosen runs when one was chosen */
    FoundList(AppFormViewModel model, ActionControls controls, Runnable chosen) {
        super(8);
        this.model = model;
        this.chosen = chosen;
        this.discovery = model.discovery;
        getStyleClass().add("found-part");
        setMinWidth(WIDTH);
        setMaxWidth(WIDTH);
        Label title = Nodes.label("Already on this server", "h3");
        progress.setMinSize(16, 16);
        progress.setPrefSize(16, 16);
        progress.visibleProperty().bind(discovery.runningProperty());
        Action looks = Action.of("app.discover", "Rescan", "fth-refresh-cw", discovery::rescan)
                .withCurl(model::discoverCall);
        HBox head = Nodes.line(8, title, Nodes.gap(), progress, controls.iconButton(looks));
        filter.setPromptText("Find (Ctrl+F)");
        filter.textProperty().bindBidirectional(discovery.filter);
        filter.textProperty().addListener(_ -> isWanted = false);
        discovery.shown.addListener((ListChangeListener<FoundApp>) _ -> chooseFirst());
        filter.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                event.consume();
            } else if (event.getCode() == KeyCode.ENTER) {
                isWanted = true;
                chooseFirst();
                event.consume();
            } else if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                event.consume();
            }
        });
        makeList();
        list.setPlaceholder(state);
        VBox.setVgrow(list, Priority.ALWAYS);
        getChildren().setAll(head, filter, list);
        state.textProperty()
                .bind(Bindings.createStringBinding(
                        this::words,
                        discovery.runningProperty(),
                        discovery.failureProperty(),
                        discovery.shown,
                        model.fields.runtime));
    }

    private void makeList() {
        list.setItems(discovery.shown);
        list.setFixedCellSize(ROW_HEIGHT);
        list.getStyleClass().addAll("palette-list", "found-list");
        list.setCellFactory(_ -> new FoundCell());
        list.setOnMouseClicked(_ -> choose());
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                choose();
                event.consume();
            }
        });
    }

    /** Chooses the first one that matches, also when it comes only later. */
    private void chooseFirst() {
        if (isWanted && !discovery.runningProperty().get()) {
            isWanted = false;
            list.getSelectionModel().selectFirst();
            choose();
        }
    }

    private void choose() {
        FoundApp found = list.getSelectionModel().getSelectedItem();
        if (found != null && model.storedProperty().get() == null) {
            discovery.choose(found);
            chosen.run();
        }
    }

    /** Takes what is typed to find one. */
    void find() {
        filter.requestFocus();
        filter.selectAll();
    }

    private String words() {
        AppException failure = discovery.failureProperty().get();
        if (discovery.runningProperty().get()) {
            return "Looking…";
        }
        if (failure != null) {
            return String.valueOf(failure.getMessage());
        }
        if (discovery.count() > 0) {
            return "Nothing matches.";
        }
        return model.fields.runtime.get() == RuntimeKind.SYSTEMD
                ? "No systemd units were found there. Without systemd, run it as a process."
                : "No containers were found there. What you fill in is made anew.";
    }

    /** A sign for whether it runs, the name and what it is. */
    private static final class FoundCell extends ListCell<FoundApp> {

        @Override
        protected void updateItem(@Nullable FoundApp app, boolean empty) {
            super.updateItem(app, empty);
            setText(null);
            setGraphic(null);
            if (empty || app == null) {
                return;
            }
            FontIcon icon = Nodes.icon(
                    app.running() ? "fth-check-circle" : "fth-stop-circle",
                    app.running() ? "success-icon" : "muted-icon");
            Label name = Nodes.narrow(app.name());
            Label more = Nodes.narrow(
                    (app.running() ? "runs" : "does not run")
                            + (app.description().isEmpty() ? "" : "  ·  " + app.description()),
                    "dim",
                    "small");
            VBox words = new VBox(1, name, more);
            words.setMinWidth(0);
            words.setAlignment(Pos.CENTER_LEFT);
            HBox.setHgrow(words, Priority.ALWAYS);
            HBox row = Nodes.line(10, icon, words);
            row.setMinWidth(0);
            row.setPrefWidth(0);
            setGraphic(row);
        }
    }
}
