package dev.wheelhouse.ui.list;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Tells above what is shown that it could not be read again: since when, and why. Takes no room while it could. */
public final class StaleLine extends HBox {

    private final Clock clock;
    private final ZoneId zone;
    private final Label words = new Label();
    private final List<Refreshable> readings;
    private final ChangeListener<AppException> onFailure = (_, _, _) -> showOldest();

    /**
     * @param zone in which times are shown
     * @param readings what is shown; the line names the one that has failed longest, and retries all that fail
     */
    public StaleLine(Clock clock, ZoneId zone, List<? extends Refreshable> readings) {
        super(12);
        this.clock = clock;
        this.zone = zone;
        this.readings = List.copyOf(readings);
        FontIcon sign = new FontIcon("fth-alert-triangle");
        sign.getStyleClass().add("warning-icon");
        words.setWrapText(true);
        words.setMinWidth(0);
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        Button again = new Button("Retry", new FontIcon("fth-refresh-cw"));
        again.setMinWidth(Region.USE_PREF_SIZE);
        again.setOnAction(_ -> retry());
        getChildren().addAll(sign, words, again);
        getStyleClass().addAll("warning-line", "stale-line");
        setAlignment(Pos.CENTER_LEFT);
        VBox.setMargin(this, new Insets(0, 16, 8, 16));
        managedProperty().bind(visibleProperty());
        setVisible(false);
    }

    /** Tells from now on how the readings go. */
    public void onShow() {
        readings.forEach(each -> each.failureProperty().addListener(onFailure));
        showOldest();
    }

    /** Leaves them. */
    public void onHide() {
        readings.forEach(each -> each.failureProperty().removeListener(onFailure));
    }

    private void retry() {
        readings.stream().filter(each -> each.failureProperty().get() != null).forEach(Refreshable::refresh);
    }

    /** What was never read has nothing old to show: its own place says why. */
    private void showOldest() {
        Optional<Refreshable> oldest = readings.stream()
                .filter(each -> each.failureProperty().get() != null && each.readAt() != null)
                .min(Comparator.comparing(each -> Objects.requireNonNull(each.readAt())));
        setVisible(oldest.isPresent());
        oldest.ifPresent(each -> words.setText(
                "Not read since " + Moments.of(Objects.requireNonNull(each.readAt()), clock.instant(), zone) + ": "
                        + ErrorPresenter.present(Objects.requireNonNull(
                                        each.failureProperty().get()))
                                .text()));
    }
}
