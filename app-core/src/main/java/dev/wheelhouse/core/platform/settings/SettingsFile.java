package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
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

    /** What was read. */
    record Loaded(HomeSettings home, EarlierSettings earlier) {}

    /**
     * The settings, or the defaults when there is no file or it cannot be understood.
     *
     * @throws AppException {@code validation_failed} for an address that others could reach without TLS: nobody who wrote
     *     it should find the console on another one
     */
    Loaded load() {
        Loaded loaded = readOrSetAside();
        ListenerSettings listener = loaded.home().listener();
        if (SettingsRules.isOpenWithoutTls(listener)) {
            throw AppException.invalid(home.file(NAME) + ": listener.tls", SettingsRules.withoutTls(listener));
        }
        return loaded;
    }

    private Loaded readOrSetAside() {
        try {
            String text = home.readText(NAME);
            if (text != null) {
                return read(text);
            }
        } catch (IOException | UncheckedIOException | AppException e) {
            setAside(e);
        }
        return new Loaded(HomeSettings.DEFAULTS, EarlierSettings.NOTHING);
    }

    private static Loaded read(String text) {
        EarlierSettings earlier = Json.readOnto(EarlierSettings.NOTHING, text);
        HomeSettings settings = Json.readOnto(HomeSettings.DEFAULTS, text);
        if (!earlier.hostNames().isEmpty()) {
            settings = settings.with(settings.listener()
                    .withHostNames(earlier.hostNames().stream()
                            .filter(SettingsRules::isHost)
                            .toList()));
        }
        if (!SettingsRules.isOpenWithoutTls(settings.listener())) {
            Problems problems = new Problems();
            SettingsRules.check(settings.listener(), problems);
            problems.throwIfAny();
        }
        return new Loaded(settings, earlier);
    }

    void save(HomeSettings settings) {
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
