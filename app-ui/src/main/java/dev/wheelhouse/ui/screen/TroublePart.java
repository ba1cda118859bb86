package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/**
 * The things of a list that somebody should look after, as a part of the overview; takes no room while there are none.
 *
 * @param id of the part
 * @param isBad which of the list they are
 * @param row what stands in the row of one
 * @param call what the page of one is over HTTP
 * @param <L> what is known of one thing at one moment
 */
public record TroublePart<L>(
        String id,
        String heading,
        Function<L, String> idOf,
        Predicate<L> isBad,
        Row<L> row,
        Function<L, CurlCommand> call) {

    private static final int MOST = 5;

    /**
     * What is said of one.
     *
     * @param sign in front
     * @param width of the sign, pixels
     * @param title such as its name
     * @param why stands below
     */
    public record Row<L>(Function<L, Node> sign, double width, Function<L, String> title, Function<L, String> why) {}

    /**
     * @param all opens the list
     * @param opens the page of one
     */
    public ScreenPart of(LiveList<?, L> list, Action all, Consumer<String> opens, ActionControls controls) {
        Button every = controls.button(all);
        every.getStyleClass().add("flat");
        EmbeddedRows<L> rows = new EmbeddedRows<>(idOf, of -> made(of, opens, controls));
        rows.setId(id);
        rows.setVisible(false);
        return new EmbeddedList<>(list, Nodes.label(heading, "h2"), every, rows, lines -> {
            rows.show(lines.stream().filter(isBad).limit(MOST).toList());
            rows.setVisible(!rows.getChildren().isEmpty());
        });
    }

    private EmbeddedRow<L> made(String of, Consumer<String> opens, ActionControls controls) {
        StackPane sign = EmbeddedRow.fixed(row.width());
        Label title = Nodes.narrow("", "h3");
        Label why = Nodes.narrow("", "dim", "small");
        why.setTooltip(new Tooltip());
        why.getTooltip().textProperty().bind(why.textProperty());
        VBox words = Nodes.stacked(title, why);
        HBox.setHgrow(words, Priority.ALWAYS);
        Action open = Action.of("overview." + id, "Open its page", "fth-arrow-right", () -> opens.accept(of));
        return new EmbeddedRow<>(
                open::run,
                (node, line) -> {
                    open.withCurl(() -> call.apply(line));
                    sign.getChildren().setAll(row.sign().apply(line));
                    title.setText(row.title().apply(line));
                    why.setText(row.why().apply(line));
                    node.setAccessibleText(title.getText() + ". " + why.getText());
                },
                sign,
                words,
                controls.iconButton(open));
    }
}
