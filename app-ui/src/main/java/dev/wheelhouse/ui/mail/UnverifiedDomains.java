package dev.wheelhouse.ui.mail;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The mail domains that are not verified, as a part of the overview; takes no room while all are. */
final class UnverifiedDomains {

    private static final int MOST = 5;
    private static final double STATE = 120;

    private final Consumer<String> opens;
    private final ActionControls controls;

    /** @param opens the page of one */
    UnverifiedDomains(Consumer<String> opens, ActionControls controls) {
        this.opens = opens;
        this.controls = controls;
    }

    /** @param all opens the screen of domains */
    ScreenPart of(MailList list, Runnable all) {
        Button every = controls.button(
                Action.of("overview.mail", "All mail domains", "fth-mail", all).withCurl(MailCalls::domains));
        every.getStyleClass().add("flat");
        EmbeddedRows<MailLine.OfDomain> rows = new EmbeddedRows<>(MailLine::id, this::row);
        rows.setId("unverifiedDomains");
        rows.setVisible(false);
        return new EmbeddedList<>(list, Nodes.label("Mail domains not verified", "h2"), every, rows, lines -> {
            List<MailLine.OfDomain> now = lines.stream()
                    .filter(MailLine.OfDomain.class::isInstance)
                    .map(MailLine.OfDomain.class::cast)
                    .filter(each -> !each.isVerified())
                    .limit(MOST)
                    .toList();
            rows.show(now);
            rows.setVisible(!now.isEmpty());
        });
    }

    private EmbeddedRow<MailLine.OfDomain> row(String id) {
        StackPane state = EmbeddedRow.fixed(STATE);
        Label name = Nodes.narrow("", "h3");
        Label why = Nodes.narrow("", "dim", "small");
        why.setTooltip(new Tooltip());
        why.getTooltip().textProperty().bind(why.textProperty());
        VBox words = Nodes.stacked(name, why);
        HBox.setHgrow(words, Priority.ALWAYS);
        Action open = Action.of("overview.domain", "Open its page", "fth-arrow-right", () -> opens.accept(id));
        return new EmbeddedRow<>(
                open::run,
                (row, line) -> {
                    open.withCurl(() -> MailCalls.records(line.domain()));
                    state.getChildren()
                            .setAll(Nodes.stated(MailLabels.look(line.domain().verificationStatus()), ""));
                    name.setText(line.name());
                    why.setText(line.checked().isEmpty() ? "Not checked yet" : line.wrong());
                    row.setAccessibleText(line.name() + ", "
                            + MailLabels.look(line.domain().verificationStatus())
                                    .words() + ", " + why.getText());
                },
                state,
                words,
                controls.iconButton(open));
    }
}
