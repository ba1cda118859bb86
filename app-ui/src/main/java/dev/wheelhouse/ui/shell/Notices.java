package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.PopupWindow;
import javafx.stage.Window;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Notices in the corner of the window, one above the other; failures stay longer and can be copied. */
final class Notices {

    private static final Duration BRIEF = Duration.seconds(4);
    private static final Duration LONG = Duration.seconds(12);
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_LINES = 3;
    private static final String CUT = " …";
    /** Characters, about 400 pixels. */
    private static final int LINE = 56;

    private final StackPane window;
    private final Consumer<String> copyDetails;
    private final Action follows = Action.of("shell.notice", "Open last notification", "fth-bell", this::follow)
            .withShortcut("F8");
    private Notice.@Nullable Link newest;

    /**
     * @param window whose corner
     * @param copyDetails takes the details that somebody wants to copy
     */
    Notices(StackPane window, Consumer<String> copyDetails) {
        this.window = window;
        this.copyDetails = copyDetails;
        follows.enabledProperty().set(false);
    }

    void show(Notice notice) {
        Scene scene = window.getScene();
        Window stage = scene == null ? null : scene.getWindow();
        if (stage == null || !stage.isShowing()) {
            return;
        }
        FontIcon sign = new FontIcon(sign(notice.level()));
        sign.getStyleClass().add(style(notice.level()));
        Notifications shown = Notifications.create()
                .owner(window)
                .text(brief(notice.text()))
                .graphic(sign)
                .position(Pos.BOTTOM_RIGHT)
                .threshold(MOST_AT_ONCE, Notifications.create().owner(window).text("More notifications were left out."))
                .hideAfter(notice.level() == Notice.Level.INFO ? BRIEF : LONG)
                .styleClass("notice");
        Notice.Link link = notice.link();
        if (link != null) {
            newest = link;
            follows.enabledProperty().set(true);
            shown.action(new org.controlsfx.control.action.Action(
                    link.words(), _ -> link.follow().run()));
        }
        boolean isCut = brief(notice.text()).endsWith(CUT) && !notice.text().endsWith(CUT);
        String details = notice.details().isEmpty() && isCut ? notice.text() : notice.details();
        if (!details.isEmpty()) {
            shown.action(new org.controlsfx.control.action.Action("Copy details", _ -> copyDetails.accept(details)));
        }
        shown.show();
        leaveKeyboard();
    }

    /** Three lines of a width that leaves the screen's own things in sight; the rest is among its details. */
    static String brief(String text) {
        List<String> lines = text.lines().flatMap(Notices::wrapped).toList();
        return lines.size() <= MOST_LINES
                ? String.join("\n", lines)
                : String.join("\n", lines.subList(0, MOST_LINES)) + CUT;
    }

    private static Stream<String> wrapped(String line) {
        List<String> lines = new ArrayList<>();
        String rest = line.strip();
        while (rest.length() > LINE) {
            int blank = rest.lastIndexOf(' ', LINE);
            int end = blank > 0 ? blank : LINE;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        lines.add(rest);
        return lines.stream();
    }

    /** A notice must not take what somebody types: keys go to popups first, and a blank would press its button. */
    private static void leaveKeyboard() {
        for (Window each : List.copyOf(Window.getWindows())) {
            if (each instanceof PopupWindow popup && popup.getScene() != null) {
                Parent root = popup.getScene().getRoot();
                Set<Node> bars = root.lookupAll(".notice");
                bars.forEach(bar -> bar.lookupAll(".button").forEach(button -> button.setFocusTraversable(false)));
                if (!bars.isEmpty()) {
                    root.requestFocus();
                    // Escape is for what is in front, such as a form; a notice goes by itself.
                    popup.setHideOnEscape(false);
                }
            }
        }
    }

    /** Goes where the newest notice that leads anywhere leads, for the keyboard. */
    Action follows() {
        return follows;
    }

    private void follow() {
        Notice.Link link = newest;
        if (link != null) {
            link.follow().run();
        }
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
