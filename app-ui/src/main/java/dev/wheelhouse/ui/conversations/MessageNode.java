package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.ToolEvent;
import dev.wheelhouse.ui.controls.Nodes;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** What was said once, with the tools that were used for it above. */
final class MessageNode extends VBox {

    /** Whose words. */
    enum Voice {
        PERSON("You", "message-person"),
        ASSISTANT("Assistant", "message-assistant"),
        CONSOLE("Wheelhouse", "message-console");

        private final String name;
        private final String style;

        Voice(String name, String style) {
            this.name = name;
            this.style = style;
        }
    }

    /**
     * @param inColumns whether the text is a table or the like
     * @param copy what copies it; null while it is still written
     */
    MessageNode(Voice voice, String text, boolean inColumns, List<ToolEvent> tools, @Nullable Node copy) {
        super(4);
        getStyleClass().addAll("message", voice.style);
        HBox head = Nodes.line(8, Nodes.label(voice.name, "dim", "small"), Nodes.gap());
        if (copy != null) {
            head.getChildren().add(copy);
        }
        getChildren().add(head);
        tools.forEach(each -> getChildren().add(new ToolFold(each)));
        if (!text.isBlank()) {
            getChildren().add(inColumns ? PlainText.of(text.stripTrailing()) : prose(text.strip()));
        }
    }

    /** Words, and between lines of three backticks what is not to be broken; of Markdown no more. */
    private static Node prose(String text) {
        String[] parts = text.replace("**", "").split("(?m)^```.*$", -1);
        VBox box = new VBox(6);
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i].strip();
            if (!part.isEmpty()) {
                box.getChildren().add(i % 2 == 1 ? PlainText.of(part) : Nodes.wrapped(part));
            }
        }
        return box;
    }
}
