package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;

/** Reads and writes {@code settings.json}. A file that cannot be read is set aside, never overwritten. */
public final class SettingsFile {

    private static final System.Logger LOG = System.getLogger(SettingsFile.class.getName());
    private static final String NAME = "settings.json";

    private final Home home;
    private final Clock clock;

    public SettingsFile(Home home, Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    /** The settings, or the defaults when there is no file or it cannot be understood. */
    public Settings load() {
        try {
            String text = home.readText(NAME);
            return text == null ? Settings.DEFAULTS : Json.readOnto(Settings.DEFAULTS, text);
        } catch (IOException | UncheckedIOException e) {
            setAside(e);
            return Settings.DEFAULTS;
        }
    }

    public void save(Settings settings) {
        try {
            home.writePrivately(NAME, Json.writePretty(settings));
        } catch (IOException e) {
            throw new UncheckedIOException("The settings cannot be written", e);
        }
    }

    private void setAside(Exception cause) {
        String aside = NAME + ".unreadable-" + clock.millis();
        try {
            Files.move(home.file(NAME), home.file(aside));
            LOG.log(System.Logger.Level.WARNING, "settings.json cannot be read; it is kept as " + aside, cause);
        } catch (IOException e) {
            throw new UncheckedIOException("settings.json cannot be read and cannot be set aside", e);
        }
    }
}
