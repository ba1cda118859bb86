package dev.wheelhouse.ui.databases.tabs;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Dot, icon and title of a tab; a middle click closes it. */
final class TabHeader extends HBox {

    private static final double WIDEST = 220;

    private final FontIcon icon = new FontIcon();
    private final Label title = new Label();

    TabHeader() {
        super(6);
        setAlignment(Pos.CENTER_LEFT);
        title.setMaxWidth(WIDEST);
        getStyleClass().add("tab-header");
    }

    void show(String iconLiteral, String text, Node dot) {
        icon.setIconLiteral(iconLiteral);
        title.setText(text);
        getChildren().setAll(dot, icon, title);
    }

    void setOnMiddleClick(Runnable work) {
        addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
            if (event.getButton() == MouseButton.MIDDLE) {
                event.consume();
                work.run();
            }
        });
    }
}
