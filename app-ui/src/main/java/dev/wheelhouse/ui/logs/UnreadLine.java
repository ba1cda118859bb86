package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.error.ErrorPresenter;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Says why lines that are seen could not be read. Takes no room while they could. */
final class UnreadLine extends HBox {

    private final Label words = Nodes.wrapped("");
    private final Button again = new Button("Retry", new FontIcon("fth-refresh-cw"));
    private Subscription watch = Subscription.EMPTY;

    UnreadLine() {
        super(12);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        again.setMinWidth(Region.USE_PREF_SIZE);
        getChildren().addAll(words, again);
        getStyleClass().add("warning-line");
        setAlignment(Pos.CENTER_LEFT);
        show((AppException) null);
    }

    /** Follows these lines from now on. */
    void show(DocumentLines lines) {
        watch.unsubscribe();
        watch = lines.failureProperty().subscribe(this::show);
        again.setOnAction(_ -> lines.retry());
    }

    private void show(@Nullable AppException failure) {
        Shown.when(this, failure != null);
        words.setText(
                failure == null
                        ? ""
                        : "Some lines could not be read: "
                                + ErrorPresenter.present(failure).text());
    }
}
