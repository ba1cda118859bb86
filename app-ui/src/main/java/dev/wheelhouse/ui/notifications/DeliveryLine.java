package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.delivery.Attempt;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;

/**
 * A delivery as it was read last, in words.
 *
 * @param began when it was first tried
 * @param next when it is tried next, such as {@code retry in 4 s}; empty once it has ended
 * @param tries each attempt with its time, newest first
 * @param outcome what the last attempt came to
 */
record DeliveryLine(Delivery delivery, String began, String next, List<Tried> tries, String outcome) {

    private static final double STATE_WIDTH = 124;
    private static final int BEGAN = 2;
    private static final double BEGAN_WIDTH = 136;
    private static final int ATTEMPTS = 3;
    private static final double ATTEMPTS_WIDTH = 100;

    /** One attempt, in words. */
    record Tried(boolean failed, String at, String took, String outcome) {}

    static DeliveryLine of(Delivery delivery, Instant now, ZoneId zone) {
        List<Tried> tries = delivery.attempts().reversed().stream()
                .map(each -> tried(each, now, zone))
                .toList();
        Instant due = delivery.dueAt();
        return new DeliveryLine(
                delivery,
                Moments.exactly(delivery.createdAt(), now, zone),
                due == null ? "" : "retry " + Moments.in(due, now),
                tries,
                tries.isEmpty() ? "" : tries.getFirst().outcome());
    }

    private static Tried tried(Attempt attempt, Instant now, ZoneId zone) {
        return new Tried(
                attempt.error() != null,
                Moments.exactly(Instant.ofEpochMilli(attempt.at()), now, zone),
                attempt.durationMs() + " ms",
                TargetLabels.outcome(attempt));
    }

    /** Such as {@code app.crashed}, and how many more events the message tells of. */
    String what() {
        int events = delivery.events();
        return events == 1 ? delivery.type() : delivery.type() + ", " + events + " events";
    }

    String id() {
        return delivery.id();
    }

    static List<TableColumn<LiveRow<DeliveryLine>, DeliveryLine>> columns() {
        ListColumns<LiveRow<DeliveryLine>, DeliveryLine> columns = ListColumns.ofRows(_ -> false);
        List<TableColumn<LiveRow<DeliveryLine>, DeliveryLine>> all = List.of(
                columns.column(
                        "State",
                        STATE_WIDTH,
                        (cell, line) -> cell.setGraphic(
                                Nodes.stated(TargetLabels.look(line.delivery().status()), line.next()))),
                columns.column("Event", 200, (cell, line) -> cell.setGraphic(cut(line.what(), ""))),
                columns.column("First attempt", BEGAN_WIDTH, (cell, line) -> cell.setText(line.began())),
                columns.figures(
                        "Attempts",
                        ATTEMPTS_WIDTH,
                        (cell, line) -> cell.setText(
                                String.valueOf(line.delivery().attempts().size()))),
                columns.column("Answer", 200, (cell, line) -> cell.setGraphic(cut(line.outcome(), "small"))));
        all.forEach(each -> each.setSortable(false));
        all.getFirst().setMinWidth(STATE_WIDTH);
        all.get(BEGAN).setMinWidth(BEGAN_WIDTH);
        all.get(ATTEMPTS).setMinWidth(ATTEMPTS_WIDTH);
        all.get(ATTEMPTS).setMaxWidth(ATTEMPTS_WIDTH);
        return all;
    }

    private static Node cut(String text, String style) {
        Node words = Nodes.narrow(text, style);
        if (!text.isEmpty()) {
            Tooltip.install(words, new Tooltip(text));
        }
        return words;
    }
}
