package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.ToolEvent;
import dev.wheelhouse.ui.controls.Nodes;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TitledPane;

/** A tool that was used, folded: what it was given, and what it answered once it is opened. */
final class ToolFold extends TitledPane {

    private static final double TALLEST = 320;
    private static final int MOST_LINES = 18;

    ToolFold(ToolEvent event) {
        setText(event.tool() + given(event));
        setGraphic(event.isError() ? Nodes.icon("fth-x-circle", "danger-icon") : Nodes.icon("fth-tool", "dim"));
        getStyleClass().add("tool-fold");
        setAnimated(false);
        setExpanded(false);
        setMinWidth(0);
        setContent(event.isError() ? Nodes.wrapped(event.result()) : table(event.result()));
    }

    private static ScrollPane table(String text) {
        ScrollPane scroll = PlainText.of(text);
        if (text.lines().count() > MOST_LINES) {
            scroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.AS_NEEDED);
            scroll.setMaxHeight(TALLEST);
        }
        return scroll;
    }

    private static String given(ToolEvent event) {
        return event.input().isEmpty()
                ? ""
                : event.input().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ", ": ", ""))
                        .replaceAll("\\s+", " ");
    }
}
