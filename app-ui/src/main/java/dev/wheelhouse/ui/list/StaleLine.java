package dev.wheelhouse.ui.controls;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.error.ErrorPresenter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Tells above a list that it could not be read again: since when, and why. Takes no room while it could. */
public final class StaleLine extends HBox {

    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter OTHER_DAY = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

    private final Clock clock;
    private final ZoneId zone;
    private final Label words = new Label();

    /**
     * @param zone in which it tells times
     * @param retry reads the list again
     */
    public StaleLine(Clock clock, ZoneId zone, Runnable retry) {
        super(12);
        this.clock = clock;
        this.zone = zone;
        FontIcon sign = new FontIcon("fth-alert-triangle");
        sign.getStyleClass().add("warning-icon");
        words.setWrapText(true);
        words.setMinWidth(0);
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        Button again = new Button("Retry", new FontIcon("fth-refresh-cw"));
        again.setMinWidth(Region.USE_PREF_SIZE);
        again.setOnAction(_ -> retry.run());
        getChildren().addAll(sign, words, again);
        getStyleClass().addAll("warning-line", "stale-line");
        setAlignment(Pos.CENTER_LEFT);
        VBox.setMargin(this, new Insets(0, 16, 8, 16));
        managedProperty().bind(visibleProperty());
        setVisible(false);
    }

    /**
     * Tells it, or nothing.
     *
     * @param failure why the last reading failed; null when it did not
     * @param readAt when it was read last; null where the place of the list itself tells
     */
    public void show(@Nullable AppException failure, @Nullable Instant readAt) {
        boolean stale = failure != null && readAt != null;
        setVisible(stale);
        if (failure != null && readAt != null) {
            words.setText("Not read since " + moment(readAt) + ": "
                    + ErrorPresenter.present(failure).text());
        }
    }

    private String moment(Instant at) {
        ZonedDateTime then = at.atZone(zone);
        boolean today = then.toLocalDate().equals(clock.instant().atZone(zone).toLocalDate());
        return (today ? TODAY : OTHER_DAY).format(then);
    }
}
