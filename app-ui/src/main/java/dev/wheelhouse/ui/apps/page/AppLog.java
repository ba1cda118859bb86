package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.logs.LogPane;
import java.util.List;
import javafx.scene.Node;

/** The log of an app on its page; open only while it is seen. */
record AppLog(LogPane pane) implements AppTab {

    @Override
    public String id() {
        return "log";
    }

    @Override
    public String title() {
        return "Log";
    }

    @Override
    public String icon() {
        return "fth-file-text";
    }

    @Override
    public Node root() {
        return pane.root();
    }

    @Override
    public void onShow() {
        pane.onShow();
    }

    @Override
    public void onHide() {
        pane.onHide();
    }

    @Override
    public List<Action> actions() {
        return pane.actions();
    }

    @Override
    public void focus() {
        pane.focus();
    }

    @Override
    public void dispose() {
        pane.dispose();
    }
}
