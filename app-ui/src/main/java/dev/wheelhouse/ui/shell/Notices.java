package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.fx.Background;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Notices in the corner of the window, one above the other; failures stay longer and can be copied. */
final class Notices {

    private static final Duration BRIEF = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofSeconds(12);
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_LINES = 3;
    private static final String CUT = " …";
    /** Characters, about 400 pixels. */
    private static final int LINE = 56;

    private final NoticeCorner corner = new NoticeCorner();
    private final List<Shown> shown = new ArrayList<>();
    private final Background background;
    private final Consumer<String> copyDetails;
    private final Action follows = Action.of("shell.notice", "Open last notification", "fth-bell", this::follow)
            .withShortcut("F8");
    private Notice.@Nullable Link newest;

    /** A notice in the corner, until its time is over; that begins anew when the mouse leaves it. */
    private static final class Shown {
        final Notice notice;
        final HBox card;
        Background.Handle time = Background.Handle.NONE;

        Shown(Notice notice) {
            this.notice = notice;
            this.card = Nodes.line(12, Nodes.icon(sign(notice.level()), style(notice.level())));
            card.getStyleClass().add("notice");
        }
    }

    /** @param copyDetails takes the details that somebody wants to copy */
    Notices(Background background, Consumer<String> copyDetails) {
        this.background = background;
        this.copyDetails = copyDetails;
        follows.enabledProperty().set(false);
    }

    /** Lies over the whole window. */
    NoticeCorner corner() {
        return corner;
    }

    void show(Notice notice) {
        if (corner.getScene() == null) {
            return;
        }
        Shown now = new Shown(notice);
        now.card.getChildren().addAll(words(now), close(now));
        now.card.setOnMouseEntered(_ -> now.time.cancel());
        now.card.setOnMouseExited(_ -> begin(now));
        if (shown.size() == MOST_AT_ONCE) {
            end(shown.stream()
                    .filter(each -> each.notice.level() == Notice.Level.INFO)
                    .findFirst()
                    .orElse(shown.getFirst()));
        }
        shown.add(now);
        corner.add(now.card);
        begin(now);
    }

    private void begin(Shown now) {
        now.time.cancel();
        if (shown.contains(now)) {
            now.time = background.after(now.notice.level() == Notice.Level.INFO ? BRIEF : LONG, () -> end(now));
        }
    }

    private VBox words(Shown now) {
        Notice notice = now.notice;
        String brief = brief(notice.text());
        List<Button> buttons = new ArrayList<>();
        Notice.Link link = notice.link();
        if (link != null) {
            newest = link;
            follows.enabledProperty().set(true);
            buttons.add(button(now, link.words(), link.follow()));
        }
        boolean isCut = brief.endsWith(CUT) && !notice.text().endsWith(CUT);
        String details = notice.details().isEmpty() && isCut ? notice.text() : notice.details();
        if (!details.isEmpty()) {
            buttons.add(button(now, "Copy details", () -> copyDetails.accept(details)));
        }
        Label text = Nodes.narrow(brief);
        VBox words = new VBox(8, text);
        if (!buttons.isEmpty()) {
            words.getChildren().add(Nodes.line(8, buttons.toArray(Node[]::new)));
        }
        HBox.setHgrow(words, Priority.ALWAYS);
        return words;
    }

    private Button button(Shown now, String words, Runnable action) {
        Button button = new Button(words);
        button.getStyleClass().add("small-button");
        // A notice must not take what somebody types.
        button.setFocusTraversable(false);
        button.setOnAction(_ -> {
            end(now);
            action.run();
        });
        return button;
    }

    private Button close(Shown now) {
        Button close = button(now, "Close", () -> {});
        close.setGraphic(Nodes.icon("fth-x", "dim-icon"));
        close.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        close.getStyleClass().add("flat");
        return close;
    }

    private void end(Shown ended) {
        ended.time.cancel();
        if (shown.remove(ended)) {
            corner.remove(ended.card);
        }
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
