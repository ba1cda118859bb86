package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.fx.Focus;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** All of one thing below each other: words, texts to copy and what can be done. Belongs to the window's thread. */
public final class DetailPane {

    private static final int MOST_LINES = 20;

    private final ActionControls controls;
    private final VBox body = new VBox(8);
    private final ScrollPane root = new ScrollPane(body);
    private List<Object> shown = List.of();
    private String shownId = "";

    /** @param styles of this pane */
    public DetailPane(ActionControls controls, String... styles) {
        this.controls = controls;
        body.getStyleClass().add("delivery-body");
        root.setFitToWidth(true);
        root.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        root.getStyleClass().add("edge-to-edge");
        root.getStyleClass().addAll(styles);
    }

    /**
     * Fills it anew, unless the same is shown: what was selected in its texts stays, and of the same thing the place. The
     * keyboard stays within.
     *
     * @param id of what is shown; empty for nothing
     * @param version what the content follows from
     * @param fill adds the content
     */
    public void show(String id, List<Object> version, Runnable fill) {
        if (id.equals(shownId) && version.equals(shown)) {
            return;
        }
        boolean hasKeyboard = Focus.isWithin(root);
        double place = id.equals(shownId) ? root.getVvalue() : 0;
        shown = version;
        shownId = id;
        body.getChildren().clear();
        if (!id.isEmpty()) {
            fill.run();
        }
        root.setVvalue(place);
        if (hasKeyboard) {
            Focus.give(root);
        }
    }

    public void add(Node... nodes) {
        body.getChildren().addAll(nodes);
    }

    /** What follows, in a word or two. */
    public void heading(String words) {
        add(Nodes.wrapped(words, "dim", "small"));
    }

    /** Adds an {@link #area}. */
    public void text(String id, String name, String text, int columns) {
        add(area(id, name, text, columns));
    }

    /**
     * A text to read and to copy, as high as it is up to a bound.
     *
     * @param name for screen readers
     * @param columns how many letters a line holds before it is wrapped, where the window is narrow
     */
    public TextArea area(String id, String name, String text, int columns) {
        TextArea area = new TextArea(text);
        area.setId(id);
        area.setEditable(false);
        area.setWrapText(true);
        area.setAccessibleText(name);
        int lines = text.lines().mapToInt(each -> 1 + each.length() / columns).sum();
        area.setPrefRowCount(Math.clamp(lines, 1, MOST_LINES));
        area.getStyleClass().addAll("mono", "small", "command-area");
        return area;
    }

    /** A small button, whose id is the end of the action's. */
    public Button button(Action action) {
        Button button = controls.button(action);
        button.setId(action.id().substring(action.id().indexOf('.') + 1));
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.getStyleClass().add("small-button");
        return button;
    }

    public Parent root() {
        return root;
    }
}
