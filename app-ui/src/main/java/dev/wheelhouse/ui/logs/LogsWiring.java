package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.logs.gateway.LogChoice;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the screen of logs, and the panes that other screens show. Called on the window's thread. */
public final class LogsWiring implements Area, LogsEntrance {

    private final LogGateway gateway;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final ZoneId zone;
    private @Nullable ViewOptions options;
    private @Nullable LogsView screen;
    private List<LogChoice> apps = List.of();
    private Background.Handle reading = Background.Handle.NONE;

    /** @param zone of the times that are shown as local */
    public LogsWiring(LogGateway gateway, Workbench workbench, ActionControls controls, Clock clock, ZoneId zone) {
        this.gateway = gateway;
        this.workbench = workbench;
        this.controls = controls;
        this.clock = clock;
        this.zone = zone;
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(
                new ScreenEntry("logs", SidebarGroup.INFRASTRUCTURE, "Logs", "fth-file-text", "Alt+5", this::make));
    }

    private Screen make() {
        LogsView made = new LogsView(gateway, workbench, controls, this::pane);
        screen = made;
        return made;
    }

    /** The pane of an app's log, for a page that shows it; the caller closes it. */
    public LogPane pane(String appId) {
        return pane(LogTarget.of(LogOrigin.app(appId)));
    }

    LogPane pane(LogTarget target) {
        LogPaneViewModel model = new LogPaneViewModel(gateway, workbench, clock, zone, target);
        return new LogPane(model, new LogPaneView(model, options(), workbench, controls));
    }

    private ViewOptions options() {
        ViewOptions known = options;
        if (known == null) {
            known = new ViewOptions(workbench.state());
            options = known;
        }
        return known;
    }

    /** The screen in front, made if it was not. */
    private LogsView inFront() {
        workbench.openScreen("logs");
        if (screen == null) {
            throw new IllegalStateException("The logs screen did not open");
        }
        return screen;
    }

    /** Opens whatever logs in one tab. */
    void open(LogTarget target) {
        inFront().open(target);
    }

    @Override
    public void openApp(String appId, @Nullable Instant at) {
        LogPane pane = inFront().open(LogTarget.of(LogOrigin.app(appId)));
        if (at != null) {
            pane.model().going().to(at);
        }
    }

    @Override
    public void openApps(List<String> appIds) {
        inFront().open(new LogTarget(appIds.stream().map(LogOrigin::app).toList()));
    }

    @Override
    public void openFile(Path file) {
        inFront().open(LogTarget.of(LogOrigin.file(file.toAbsolutePath().toString())));
    }

    @Override
    public void openServerFile(String serverId, String path) {
        inFront().open(LogTarget.of(LogOrigin.serverFile(serverId, path)));
    }

    /** What can be opened from every screen, and the log of each app. */
    @Override
    public List<PaletteEntry> paletteEntries() {
        // For the next time: the palette is answered from memory.
        reading.cancel();
        reading = workbench.background().run(gateway::apps, found -> apps = found, _ -> {});
        List<PaletteEntry> entries = new ArrayList<>();
        for (LogChoice app : apps) {
            entries.add(new PaletteEntry(
                    "Open log of " + app.name(), "Logs", "fth-file-text", "", () -> openApp(app.id(), null)));
        }
        entries.add(new PaletteEntry(
                "Open log file…", "Logs", "fth-folder", "", () -> inFront().chooseFile()));
        entries.add(new PaletteEntry(
                "Open log of a server…",
                "Logs",
                "fth-server",
                "",
                () -> inFront().openForm()));
        return entries;
    }
}
