package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** How apps look, wherever one is shown. */
public final class AppIcons {

    private AppIcons() {}

    /** The state as a sign and a word, never by colour alone. */
    public static Label state(AppLine line) {
        Label state = new Label(AppLabels.state(line), sign(line));
        state.setGraphicTextGap(6);
        state.setMinWidth(Region.USE_PREF_SIZE);
        return state;
    }

    public static FontIcon sign(AppLine line) {
        Look look = AppLabels.look(line);
        return Nodes.icon(look.icon(), look.style());
    }

    /** The state, and below it since when and why. */
    public static HBox stateWithMore(AppLine line) {
        return beside(sign(line), AppLabels.state(line), line.more());
    }

    /** The runtime, the name and below it what runs. */
    public static HBox name(AppLine line) {
        FontIcon icon = new FontIcon(AppLabels.runtimeIcon(line.app().spec().kind()));
        icon.setAccessibleText(AppLabels.runtime(line.app().spec().kind()));
        return beside(icon, line.name(), AppLabels.what(line.app().spec()), "h3");
    }

    private static HBox beside(FontIcon icon, String first, String second, String... styles) {
        VBox words = Nodes.stacked(Nodes.narrow(first, styles));
        if (!second.isEmpty()) {
            words.getChildren().add(Nodes.narrow(second.replaceAll("\\s+", " "), "dim", "small"));
        }
        HBox row = Nodes.line(12, icon, words);
        row.setMinWidth(0);
        return row;
    }
}
