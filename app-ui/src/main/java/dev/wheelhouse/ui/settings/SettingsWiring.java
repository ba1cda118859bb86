package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.ZoneId;
import java.util.List;

/** Makes the screen of settings. Called on the window's thread. */
public final class SettingsWiring implements Area {

    private final SettingsService settings;
    private final Workbench workbench;
    private final ActionControls controls;
    private final ZoneId zone;

    public SettingsWiring(SettingsService settings, Workbench workbench, ActionControls controls, ZoneId zone) {
        this.settings = settings;
        this.workbench = workbench;
        this.controls = controls;
        this.zone = zone;
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(new ScreenEntry(
                "settings",
                SidebarGroup.ADMINISTRATION,
                "Settings",
                "fth-settings",
                "Shortcut+Comma",
                () -> new SettingsView(new SettingsViewModel(settings, workbench), workbench, controls, zone)));
    }
}
