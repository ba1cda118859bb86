package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Focus;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The first line of a page: the way back, what it shows and how that does, and what can be done with it. */
public final class PageHead extends HBox {

    private final ActionControls controls;
    private final Button back;
    private final FontIcon icon;
    private final Label name = new Label();
    private final StackPane state = new StackPane();
    private final HBox tools = new HBox(8);
    private List<Object> shownTools = List.of();

    /**
     * @param literal of the icon, of Ikonli's Feather pack
     * @param facts stands below the name
     */
    public PageHead(Action back, String literal, Node facts, ActionControls controls) {
        super(12);
        this.controls = controls;
        this.back = controls.iconButton(back);
        this.back.setId("back");
        this.icon = new FontIcon(literal);
        setAlignment(Pos.CENTER_LEFT);
        name.setId("name");
        name.getStyleClass().add("h2");
        name.setMinWidth(0);
        state.setAlignment(Pos.CENTER_LEFT);
        state.setMaxWidth(Region.USE_PREF_SIZE);
        HBox first = new HBox(12, name, state);
        first.setAlignment(Pos.CENTER_LEFT);
        VBox words = new VBox(2, first, facts);
        words.setMinWidth(0);
        setHgrow(words, Priority.ALWAYS);
        tools.setId("tools");
        tools.setAlignment(Pos.CENTER_RIGHT);
        getChildren().setAll(this.back, icon, words, tools);
    }

    /** A line of facts. */
    public static Label facts() {
        Label facts = new Label();
        facts.setId("facts");
        facts.getStyleClass().addAll("dim", "small");
        facts.setMinWidth(0);
        return facts;
    }

    public void show(String literal, String words, Node how) {
        icon.setIconLiteral(literal);
        name.setText(words);
        state.getChildren().setAll(how);
    }

    /**
     * Shows buttons, unless they are as before: one that stays loses no press.
     *
     * @param version what the actions were made from
     * @param iconsOnly ids of actions without words
     * @param more what stands behind them
     */
    public void showTools(List<Action> actions, Object version, List<String> iconsOnly, Node... more) {
        List<Object> now = List.of(version, actions.stream().map(Action::title).toList());
        if (now.equals(shownTools)) {
            return;
        }
        shownTools = now;
        boolean hasKeyboard = Focus.isWithin(tools);
        tools.getChildren().clear();
        for (Action action : actions) {
            Button button = iconsOnly.contains(action.id()) ? controls.iconButton(action) : controls.button(action);
            button.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().add(button);
        }
        tools.getChildren().addAll(more);
        if (hasKeyboard) {
            // A button that went took it along.
            Focus.give(back);
        }
    }

    public Button back() {
        return back;
    }
}
