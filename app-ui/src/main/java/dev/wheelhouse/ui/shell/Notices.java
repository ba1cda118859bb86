package dev.wheelhouse.ui.shell;

import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;
import org.controlsfx.control.action.Action;
import org.kordamp.ikonli.javafx.FontIcon;

/** Notices in the corner of the window, one above the other; failures stay longer and can be copied. */
final class Notices {

    private static final Duration BRIEF = Duration.seconds(4);
    private static final Duration LONG = Duration.seconds(12);
    private static final int MOST_AT_ONCE = 4;

    private final StackPane window;
    private final Consumer<String> copyDetails;

    /**
     * @param window whose corner
     * @param copyDetails takes the details that somebody wants to copy
     */
    Notices(StackPane window, Consumer<String> copyDetails) {
        this.window = window;
        this.copyDetails = copyDetails;
    }

    void show(Notice notice) {
        if (window.getScene() == null || !window.getScene().getWindow().isShowing()) {
            return;
        }
        FontIcon sign = new FontIcon(sign(notice.level()));
        sign.getStyleClass().add(style(notice.level()));
        Notifications shown = Notifications.create()
                .owner(window)
                .text(notice.text())
                .graphic(sign)
                .position(Pos.BOTTOM_RIGHT)
                .threshold(MOST_AT_ONCE, Notifications.create().owner(window).text("More notices were left out."))
                .hideAfter(notice.level() == Notice.Level.INFO ? BRIEF : LONG)
                .styleClass("notice");
        if (!notice.details().isEmpty()) {
            shown.action(new Action("Copy details", _ -> copyDetails.accept(notice.details())));
        }
        shown.show();
    }

    private static String sign(Notice.Level level) {
        return switch (level) {
            case INFO -> "fth-info";
            case WARNING -> "fth-alert-triangle";
            case FAILURE -> "fth-alert-circle";
        };
    }

    private static String style(Notice.Level level) {
        return switch (level) {
            case INFO -> "accent-icon";
            case WARNING -> "warning-icon";
            case FAILURE -> "danger-icon";
        };
    }
}
