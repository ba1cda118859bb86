package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows logs of apps, as the screens of apps ask for it. */
public interface AppLogs {

    /**
     * Opens the log of an app in the screen of logs.
     *
     * @param at where to; null for its end, following it
     */
    void open(String appId, @Nullable Instant at);

    /** Makes a pane with the log of an app, to be part of another screen; open only while it is shown. */
    Pane pane(String appId);

    /** A log inside another screen. */
    interface Pane extends ScreenPart {

        /** What can be done with it while it is seen. */
        List<Action> actions();

        /** Gives the keyboard to it. */
        void focus();

        /** Its last call. */
        void dispose();
    }
}
