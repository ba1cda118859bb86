package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.ui.action.Action;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;

/**
 * A closer look at an app that another area lends to its page. Shown and hidden as its tab is; what {@code onShow}
 * registers, {@code onHide} releases.
 */
public interface AppTab {

    /** As {@code log}. */
    String id();

    String title();

    /** A literal of Ikonli's Feather pack. */
    String icon();

    Node root();

    /** Whether it needs more room than the charts leave it in a small window. */
    default ObservableValue<Boolean> tall() {
        return new ReadOnlyBooleanWrapper(false);
    }

    void onShow();

    void onHide();

    /** What can be done here now. */
    List<Action> actions();

    void focus();

    /** Its page is left for good. */
    default void dispose() {}
}
