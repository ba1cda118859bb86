package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import java.util.List;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.Parent;

/**
 * One log with its tools, for a tab or inside another screen. What {@link #onShow} registers, {@link #onHide} releases;
 * {@link #dispose} is its last call. Belongs to the window's thread.
 */
public final class LogPane {

    private final LogPaneViewModel model;
    private final LogPaneView view;

    LogPane(LogPaneViewModel model, LogPaneView view) {
        this.model = model;
        this.view = view;
    }

    public Parent root() {
        return view.root();
    }

    /** Opens the log the first time. */
    public void onShow() {
        view.view().setSeen(true);
        model.onShow();
    }

    public void onHide() {
        model.onHide();
        view.view().setSeen(false);
    }

    public void dispose() {
        model.dispose();
    }

    /** What can be done with it, for the palette and the shortcuts while it is in front. */
    public List<Action> actions() {
        return view.actions();
    }

    public void focus() {
        view.focus();
    }

    public ReadOnlyStringProperty titleProperty() {
        return model.facts().titleProperty();
    }

    /** The state behind it, for who opens it at a time or with a filter. */
    public LogPaneViewModel model() {
        return model;
    }
}
