package dev.wheelhouse.ui.theme;

import javafx.scene.control.ScrollPane;
import javafx.scene.control.skin.ScrollPaneSkin;

/**
 * A scroll pane that keeps no picture of what it shows. Its usual skin does, also of screens that were left: rendered in
 * software that is four bytes a pixel each.
 */
public final class PlainScrollSkin extends ScrollPaneSkin {

    public PlainScrollSkin(ScrollPane pane) {
        super(pane);
        getChildren().forEach(each -> each.setCache(false));
    }
}
