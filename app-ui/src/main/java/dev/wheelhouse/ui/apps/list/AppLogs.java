package dev.wheelhouse.ui.apps.list;

import java.time.Instant;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** Shows logs of apps, as the screens of apps ask for it. */
public interface AppLogs {

    /**
     * Opens the log of an app in the screen of logs.
     *
     * @param at where to; null for its end, following it
     */
    void open(String appId, @Nullable Instant at);

    /** Makes a pane with the log of an app, to be part of another screen. */
    Pane pane(String appId);

    /** A log inside another screen. What {@code onShow} opens, {@code onHide} closes. */
    interface Pane {

        Node root();

        void onShow();

        void onHide();

        /** Gives the keyboard to it. */
        void focus();
    }
}
