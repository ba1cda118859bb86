package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.settings.Appearance;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.platform.settings.ThemeChoice;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.Workbench;

/** Keeps the window's theme and the setting {@code appearance.theme} the same. Belongs to the window's thread. */
public final class ThemeLink {

    private final SettingsService settings;
    private final ShellViewModel shell;
    private final Workbench workbench;
    private ThemeChoice stored;

    private ThemeLink(SettingsService settings, ShellViewModel shell, Workbench workbench) {
        this.settings = settings;
        this.shell = shell;
        this.workbench = workbench;
        this.stored = settings.live().home().appearance().theme();
    }

    /** Begins with the setting; for the whole life of the window. */
    public static void make(SettingsService settings, ShellViewModel shell, Workbench workbench) {
        new ThemeLink(settings, shell, workbench).begin();
    }

    private void begin() {
        shell.themeProperty().set(stored);
        shell.themeProperty().addListener((_, _, chosen) -> store(chosen));
        settings.live()
                .onHomeChange(home -> workbench
                        .background()
                        .onWindow(() -> follow(home.appearance().theme())));
        // An earlier version kept it with the places of windows.
        shell.takeRememberedTheme().filter(_ -> stored == ThemeChoice.SYSTEM).ifPresent(shell.themeProperty()::set);
    }

    private void follow(ThemeChoice now) {
        stored = now;
        shell.themeProperty().set(now);
    }

    private void store(ThemeChoice chosen) {
        if (chosen == stored) {
            return;
        }
        stored = chosen;
        workbench.change(
                caller -> settings.change(
                        caller, SettingsDraft.of(settings.get(caller)).with(new Appearance(chosen)), null),
                () -> {},
                workbench::say);
    }
}
