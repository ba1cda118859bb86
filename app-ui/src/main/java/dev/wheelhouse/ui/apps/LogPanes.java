package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.apps.list.AppLogs;
import dev.wheelhouse.ui.logs.LogPane;
import dev.wheelhouse.ui.logs.LogsWiring;
import java.time.Instant;
import java.util.List;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** Shows logs of apps with the log viewer. */
public final class LogPanes implements AppLogs {

    private final LogsWiring logs;

    public LogPanes(LogsWiring logs) {
        this.logs = logs;
    }

    @Override
    public void open(String appId, @Nullable Instant at) {
        logs.openApp(appId, at);
    }

    @Override
    public Pane pane(String appId) {
        LogPane pane = logs.pane(appId);
        return new Pane() {
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
        };
    }
}
