package dev.wheelhouse.ui.apps.list;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
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
        FontIcon icon = new FontIcon(AppLabels.icon(line));
        icon.getStyleClass().add(AppLabels.iconStyle(line));
        return icon;
    }

    /** The state, and below it since when and why. */
    public static HBox stateWithMore(AppLine line) {
        return beside(sign(line), AppLabels.state(line), line.more(), "");
    }

    /** The runtime, the name and below it what runs. */
    public static HBox name(AppLine line) {
        FontIcon icon = new FontIcon(AppLabels.runtimeIcon(line.app().spec().kind()));
        icon.setAccessibleText(AppLabels.runtime(line.app().spec().kind()));
        return beside(icon, line.name(), AppLabels.what(line.app().spec()), "h3");
    }

    private static HBox beside(FontIcon icon, String first, String second, String style) {
        Label head = new Label(first);
        if (!style.isEmpty()) {
            head.getStyleClass().add(style);
        }
        head.setMinWidth(0);
        VBox words = new VBox(2, head);
        if (!second.isEmpty()) {
            Label more = new Label(second.replaceAll("\\s+", " "));
            more.getStyleClass().addAll("dim", "small");
            more.setMinWidth(0);
            more.setTextOverrun(OverrunStyle.ELLIPSIS);
            words.getChildren().add(more);
        }
        words.setAlignment(Pos.CENTER_LEFT);
        words.setMinWidth(0);
        HBox row = new HBox(12, icon, words);
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinWidth(0);
        return row;
    }
}
