package dev.wheelhouse.ui.controls.tabs;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Dot, icon and title of a tab; a middle click closes it. */
public final class TabHeader extends HBox {

    private static final double WIDEST = 220;

    private final FontIcon icon = new FontIcon();
    private final Label title = new Label();

    public TabHeader() {
        super(6);
        setAlignment(Pos.CENTER_LEFT);
        title.setMaxWidth(WIDEST);
        getStyleClass().add("tab-header");
    }

    /**
     * Says what is in the tab.
     *
     * @param iconLiteral of the Feather pack, such as {@code fth-grid}
     * @param dot before the icon; null for none
     */
    public void show(String iconLiteral, String text, @Nullable Node dot) {
        icon.setIconLiteral(iconLiteral);
        title.setText(text);
        getChildren().setAll(icon, title);
        if (dot != null) {
            getChildren().addFirst(dot);
        }
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
