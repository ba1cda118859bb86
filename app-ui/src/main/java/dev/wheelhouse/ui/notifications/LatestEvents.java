package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.EventWords;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** What happened last, newest first, as a part of the overview. Belongs to the window's thread. */
final class LatestEvents extends LiveList<List<Event>, LatestEvents.Line> {

    private static final Duration PACE = Duration.ofSeconds(5);
    private static final int MOST = 6;

    private final EventService events;
    private final Workbench workbench;

    /** An event in words. */
    record Line(String id, EventWords words, String ago) {}

    LatestEvents(EventService events, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, PACE, Line::id);
        this.events = events;
        this.workbench = workbench;
    }

    @Override
    protected List<Event> read() {
        return events.list(workbench.callers().get(), EventFilter.ALL, new PageRequest(MOST, null))
                .items();
    }

    @Override
    protected List<Line> lines(List<Event> reading) {
        Instant now = clock().instant();
        return reading.stream()
                .map(each -> new Line(each.id(), EventWords.of(each), Moments.ago(each.occurredAt(), now)))
                .toList();
    }

    /** @param opens an event, by its id */
    ScreenPart part(Consumer<String> opens, ActionControls controls) {
        Button again =
                controls.iconButton(Action.of("overview.events", "Refresh events", "fth-refresh-cw", this::refresh)
                        .withCurl(TargetCalls::events));
        EmbeddedRows<Line> rows = new EmbeddedRows<>(Line::id, id -> row(id, opens, controls));
        rows.setId("latestEvents");
        rows.setVisible(false);
        return new EmbeddedList<>(this, Nodes.label("Latest events", "h2"), again, rows, lines -> {
            rows.show(lines);
            rows.setVisible(!lines.isEmpty());
        });
    }

    private static EmbeddedRow<Line> row(String id, Consumer<String> opens, ActionControls controls) {
        FontIcon sign = new FontIcon("fth-info");
        Label title = Nodes.narrow("");
        title.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(title, Priority.ALWAYS);
        Label ago = Nodes.label("", "dim", "small");
        ago.setMinWidth(Region.USE_PREF_SIZE);
        Action open = Action.of("overview.event", "Show event", "fth-arrow-right", () -> opens.accept(id))
                .withCurl(() -> TargetCalls.event(id));
        return new EmbeddedRow<>(
                open::run,
                (row, line) -> {
                    sign.setIconLiteral(
                            switch (line.words().severity()) {
                                case INFO -> "fth-info";
                                case WARNING -> "fth-alert-triangle";
                                case ERROR -> "fth-x-circle";
                            });
                    sign.getStyleClass()
                            .setAll(
                                    "ikonli-font-icon",
                                    switch (line.words().severity()) {
                                        case INFO -> "muted-icon";
                                        case WARNING -> "warning-icon";
                                        case ERROR -> "danger-icon";
                                    });
                    title.setText(line.words().title());
                    ago.setText(line.ago());
                    row.setAccessibleText(line.words().title() + ", " + line.ago());
                },
                sign,
                title,
                ago,
                controls.iconButton(open));
    }
}
