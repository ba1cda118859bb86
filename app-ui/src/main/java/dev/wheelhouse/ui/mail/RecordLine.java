package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DomainEvidence;
import dev.wheelhouse.core.mail.DomainRecord;
import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.Comparator;
import java.util.List;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/**
 * A record of a domain as it was read last.
 *
 * @param finding null when the last check did not look at it
 */
record RecordLine(DomainRecord record, @Nullable RecordFinding finding) {

    static RecordLine of(DomainEvidence.OfRecord each) {
        return new RecordLine(each.record(), each.finding());
    }

    String id() {
        return record.id();
    }

    MailRecord dns() {
        return record.record();
    }

    /** The type in DNS; that of the mail server's answer has none. */
    String type() {
        return dns().type() == null ? "SMTP" : dns().type().wireName();
    }

    /** Priority and value, as it should be found. */
    String expected() {
        return dns().priority() == null ? dns().value() : dns().priority() + " " + dns().value();
    }

    static List<TableColumn<LiveRow<RecordLine>, RecordLine>> columns() {
        ListColumns<LiveRow<RecordLine>, RecordLine> columns = ListColumns.ofRows(_ -> false);
        TableColumn<LiveRow<RecordLine>, RecordLine> kind = columns.column(
                "Record",
                120,
                (cell, line) -> cell.setGraphic(Nodes.stacked(
                        Nodes.narrow(MailLabels.kind(line.dns().kind()), "h3"),
                        Nodes.narrow(line.type() + (line.dns().required() ? "  ·  required" : ""), "dim", "small"))));
        kind.setComparator(Comparator.comparing(line -> line.dns().kind()));
        TableColumn<LiveRow<RecordLine>, RecordLine> name = columns.column("Name and value", 250, (cell, line) -> {
            cell.setGraphic(Nodes.stacked(
                    Nodes.narrow(line.dns().name()), Nodes.narrow(line.expected(), "mono", "dim", "small")));
            cell.setTooltip(new Tooltip(line.dns().name()));
        });
        name.setComparator(Comparator.comparing(line -> line.dns().name()));
        TableColumn<LiveRow<RecordLine>, RecordLine> status = columns.column(
                "Status",
                220,
                (cell, line) -> cell.setGraphic(Nodes.stated(
                        MailLabels.look(line.record().status()), line.record().detail())));
        status.setComparator(Comparator.comparing(line -> line.record().status()));
        return List.of(kind, name, status);
    }
}
