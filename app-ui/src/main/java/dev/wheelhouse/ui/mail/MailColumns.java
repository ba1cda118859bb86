package dev.wheelhouse.ui.mail;

import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.Comparator;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;

/** The columns of the list of domains and instances. */
final class MailColumns {

    private final ListColumns<LiveRow<MailLine>, MailLine> columns = ListColumns.ofRows(_ -> false);

    List<TableColumn<LiveRow<MailLine>, MailLine>> all() {
        TableColumn<LiveRow<MailLine>, MailLine> name =
                columns.column("Name", 240, (cell, line) -> cell.setGraphic(name(line)));
        name.setComparator(Comparator.comparing(MailLine::name, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<MailLine>, MailLine> status =
                columns.column("Status", 150, (cell, line) -> cell.setGraphic(status(line)));
        status.setComparator(Comparator.comparing(line -> look(line).words()));
        TableColumn<LiveRow<MailLine>, MailLine> wrong =
                columns.column("What is wrong", 260, (cell, line) -> cell.setGraphic(wrong(line)));
        wrong.setSortable(false);
        TableColumn<LiveRow<MailLine>, MailLine> instance =
                columns.column("Instance", 190, (cell, line) -> cell.setGraphic(instance(line)));
        instance.setComparator(Comparator.comparing(line -> line.instance().name(), String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<MailLine>, MailLine> checked = columns.column(
                "Checked",
                130,
                (cell, line) -> cell.setGraphic(
                        line instanceof MailLine.OfDomain domain
                                ? Nodes.narrow(domain.checked().isEmpty() ? "Not yet" : domain.checked(), "dim")
                                : null));
        checked.setSortable(false);
        return List.of(name, status, wrong, instance, checked);
    }

    /** A sign, the name and what stands below it. */
    private static Node name(MailLine line) {
        Node words = line.below().isEmpty()
                ? Nodes.narrow(line.name(), "h3")
                : Nodes.stacked(Nodes.narrow(line.name(), "h3"), Nodes.narrow(line.below(), "dim", "small"));
        HBox row = Nodes.line(12, Nodes.icon(icon(line), "target-icon"), words);
        row.getStyleClass().add("target-name");
        row.setMinWidth(0);
        Tooltip.install(row, new Tooltip(line.name()));
        return row;
    }

    static String icon(MailLine line) {
        return line instanceof MailLine.OfDomain ? "fth-at-sign" : "fth-inbox";
    }

    static Look look(MailLine line) {
        return switch (line) {
            case MailLine.OfDomain domain -> MailLabels.look(domain.domain().verificationStatus());
            case MailLine.OfInstance instance ->
                new Look(MailLabels.domains(instance.domains()), "fth-at-sign", "muted-icon");
        };
    }

    private static Node status(MailLine line) {
        return Nodes.stated(look(line), "");
    }

    private static Node wrong(MailLine line) {
        String words = line instanceof MailLine.OfDomain domain ? domain.wrong() : "";
        Node label = Nodes.narrow(words);
        if (!words.isEmpty()) {
            Tooltip.install(label, new Tooltip(words));
        }
        return label;
    }

    private static Node instance(MailLine line) {
        return switch (line) {
            case MailLine.OfDomain domain ->
                Nodes.stacked(
                        Nodes.narrow(domain.instance().name()),
                        Nodes.narrow(domain.instance().hostname(), "dim", "small"));
            case MailLine.OfInstance of -> {
                List<String> addresses = of.addresses();
                String more = addresses.size() > 1 ? " and " + (addresses.size() - 1) + " more" : "";
                yield Nodes.stacked(
                        Nodes.narrow(addresses.getFirst() + more),
                        Nodes.narrow(
                                "DKIM keys " + MailLabels.keyType(of.instance().dkimKeyType()), "dim", "small"));
            }
        };
    }
}
