package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;

/** The line at the bottom: where the API answers, what runs, what holds the state, which version. */
public final class StatusBarView {

    private final ConsoleFacts facts;
    private final JobsViewModel jobs;
    private final Action copyAddress;
    private final Action toggleJobs;
    private final ActionControls controls;
    private final Parent root;

    @FXML
    private Hyperlink address;

    @FXML
    private Button jobsButton;

    @FXML
    private ProgressBar jobsProgress;

    @FXML
    private Label store;

    @FXML
    private Label version;

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    StatusBarView(
            ConsoleFacts facts, JobsViewModel jobs, Action copyAddress, Action toggleJobs, ActionControls controls) {
        this.facts = facts;
        this.jobs = jobs;
        this.copyAddress = copyAddress;
        this.toggleJobs = toggleJobs;
        this.controls = controls;
        this.root = FxmlViews.load(this);
    }

    /** Of the API, which the settings can move. */
    void showAddress() {
        address.setText(facts.address());
    }

    @FXML
    void initialize() {
        showAddress();
        address.setOnAction(_ -> copyAddress.run());
        address.setTooltip(new Tooltip("Copy API address"));
        controls.fill(jobsButton, toggleJobs);
        jobsButton.textProperty().bind(jobs.summaryProperty().map(text -> text.isEmpty() ? "Jobs" : text));
        jobsProgress.progressProperty().bind(jobs.progressProperty());
        jobsProgress.visibleProperty().bind(jobs.runningProperty());
        jobsProgress.managedProperty().bind(jobs.runningProperty());
        store.setText(facts.store());
        store.setTooltip(new Tooltip("What holds this console's own state"));
        version.setText("v" + facts.version());
    }

    Parent root() {
        return root;
    }
}
