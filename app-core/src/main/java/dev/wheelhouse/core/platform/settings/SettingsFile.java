package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads and writes {@code settings.json}. A file that cannot be read is set aside, never overwritten. */
public final class SettingsFile {

    private static final System.Logger LOG = System.getLogger(SettingsFile.class.getName());
    private static final String NAME = "settings.json";
    private static final int LONGEST_NAME = 100;

    private final Home home;
    private final Clock clock;

    public SettingsFile(Home home, Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    /**
     * What was read.
     *
     * @param ignored names in the file that are none of its settings, such as {@code listener.hostname}
     */
    record Loaded(HomeSettings home, EarlierSettings earlier, List<String> ignored) {}

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
        if (!loaded.ignored().isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "settings.json has unknown settings, which are ignored: "
                            + String.join(", ", loaded.ignored())
                            + ". Settings of the organization are changed in the window or by PATCH /settings.");
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
        return new Loaded(HomeSettings.DEFAULTS, EarlierSettings.NOTHING, List.of());
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
        List<String> ignored = new ArrayList<>();
        addIgnored("", Json.readObject(text), List.of(HomeSettings.class, EarlierSettings.class), ignored);
        return new Loaded(settings, earlier, List.copyOf(ignored));
    }

    /** @param shapes the records that an object may be */
    private static void addIgnored(String path, Map<?, ?> given, List<Class<?>> shapes, List<String> ignored) {
        given.forEach((name, value) -> {
            List<Class<?>> types = shapes.stream()
                    .flatMap(shape -> Stream.of(shape.getRecordComponents()))
                    .filter(each -> each.getName().equals(name))
                    .<Class<?>>map(RecordComponent::getType)
                    .toList();
            List<Class<?>> records = types.stream().filter(Class::isRecord).toList();
            if (types.isEmpty()) {
                ignored.add(Excerpt.oneLine(path + name, LONGEST_NAME));
            } else if (value instanceof Map<?, ?> inner && !records.isEmpty()) {
                addIgnored(path + name + ".", inner, records, ignored);
            }
        });
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
