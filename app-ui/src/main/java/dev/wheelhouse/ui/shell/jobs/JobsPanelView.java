package dev.wheelhouse.ui.shell.jobs;

import dev.wheelhouse.ui.fx.FxmlViews;
import javafx.beans.binding.Bindings;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;

/** The panel above the status bar with every long work; stays while screens change. */
public final class JobsPanelView {

    private final JobsViewModel model;
    private final Parent root;

    @FXML
    private ListView<JobLine> list;

    @FXML
    private Label nothing;

    @FXML
    private Button close;

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public JobsPanelView(JobsViewModel model) {
        this.model = model;
        this.root = FxmlViews.load(this);
        root.managedProperty().bind(root.visibleProperty());
        show(false);
    }

    @FXML
    void initialize() {
        list.setItems(model.lines());
        list.setCellFactory(_ -> new JobCell(model::cancel, model::copyCurl));
        nothing.visibleProperty().bind(Bindings.isEmpty(model.lines()));
        close.setOnAction(_ -> show(false));
    }

    public void show(boolean shown) {
        root.setVisible(shown);
        model.setPanelShown(shown);
        if (shown) {
            list.requestFocus();
        }
    }

    public boolean isShown() {
        return root.isVisible();
    }

    public Parent root() {
        return root;
    }
}
