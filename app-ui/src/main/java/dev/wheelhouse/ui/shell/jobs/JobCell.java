package dev.wheelhouse.ui.shell.jobs;

import dev.wheelhouse.core.platform.job.JobStatus;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** One job: what, how far, how long, and a button to cancel it. */
final class JobCell extends ListCell<JobLine> {

    private static final double BAR_WIDTH = 160;

    private final FontIcon sign = new FontIcon("fth-loader");
    private final Label title = new Label();
    private final Label words = new Label();
    private final Label begun = new Label();
    private final Label time = new Label();
    private final ProgressBar bar = new ProgressBar();
    private final Button cancel = new Button("Cancel", new FontIcon("fth-x"));
    private final HBox line;

    JobCell(Consumer<JobLine> cancelJob, Consumer<JobLine> copyCurl) {
        title.getStyleClass().add("h3");
        words.getStyleClass().add("dim");
        for (Label each : List.of(begun, time)) {
            each.getStyleClass().addAll("dim", "small", "figures");
            each.setMinWidth(USE_PREF_SIZE);
        }
        bar.setPrefWidth(BAR_WIDTH);
        bar.setMinWidth(BAR_WIDTH);
        cancel.setMinWidth(USE_PREF_SIZE);
        // What has ended has neither, and its time stands at the edge.
        bar.managedProperty().bind(bar.visibleProperty());
        cancel.managedProperty().bind(cancel.visibleProperty());
        VBox text = new VBox(4, title, words);
        text.setMinWidth(0);
        HBox.setHgrow(text, Priority.ALWAYS);
        line = new HBox(12, sign, text, begun, time, bar, cancel);
        line.setAlignment(Pos.CENTER_LEFT);
        setPrefWidth(0);
        cancel.setOnAction(_ -> withItem(cancelJob));
        MenuItem copy = new MenuItem("Copy as curl", new FontIcon("fth-terminal"));
        copy.setOnAction(_ -> withItem(copyCurl));
        setContextMenu(new ContextMenu(copy));
    }

    private void withItem(Consumer<JobLine> use) {
        JobLine item = getItem();
        if (item != null) {
            use.accept(item);
        }
    }

    @Override
    protected void updateItem(@Nullable JobLine job, boolean empty) {
        super.updateItem(job, empty);
        if (job == null || empty) {
            setGraphic(null);
            return;
        }
        sign.setIconLiteral(sign(job.status()));
        sign.getStyleClass().removeAll("success-icon", "danger-icon");
        if (job.status() == JobStatus.SUCCEEDED) {
            sign.getStyleClass().add("success-icon");
        } else if (job.status() == JobStatus.FAILED) {
            sign.getStyleClass().add("danger-icon");
        }
        title.setText(job.title());
        words.setText(job.words());
        words.setTooltip(new Tooltip(job.words()));
        begun.setText(job.begun());
        time.setText(job.time());
        bar.setProgress(job.progress());
        bar.setVisible(job.isRunning());
        cancel.setVisible(job.isRunning());
        setGraphic(line);
    }

    private static String sign(JobStatus status) {
        return switch (status) {
            case QUEUED -> "fth-clock";
            case RUNNING -> "fth-loader";
            case SUCCEEDED -> "fth-check-circle";
            case FAILED -> "fth-alert-circle";
            case CANCELLED -> "fth-slash";
        };
    }
}
