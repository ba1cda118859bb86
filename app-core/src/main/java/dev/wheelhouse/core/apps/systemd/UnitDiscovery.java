package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The service units of a server: those that systemd has loaded, and those that are installed and could be started. */
final class UnitDiscovery {

    /** What is installed for itself; a static unit is started by others and an alias is another's name. */
    private static final Set<String> STARTED_BY_PEOPLE = Set.of(
            "enabled",
            "enabled-runtime",
            "linked",
            "linked-runtime",
            "disabled",
            "generated",
            "transient",
            "indirect",
            // Written by the server's administrator, whatever systemd calls it.
            "own");

    private static final String PROPERTIES = "Id,Description,LoadState,ActiveState,SubState,MainPID,ControlPID";

    /** Asked for in one command, which takes about 128 kB of arguments. */
    private static final int MOST_NAMES = 400;

    /** systemctl loads a unit that it shows, so that installed units are shown like loaded ones. */
    private static final String SCRIPT = """
        command -v systemctl >/dev/null || { echo 'wheelhouse:none'; exit 0; }
        units=$(systemctl show --no-pager -p "$1" -- '*.service') || exit 1
        printf 'wheelhouse:units\\n%s\\nwheelhouse:files\\n' "$units"
        systemctl list-unit-files --no-pager --no-legend --full --type=service 2>/dev/null
        echo 'wheelhouse:own'
        for file in /etc/systemd/system/*.service; do [ ! -f "$file" ] || [ -L "$file" ] || echo "${file##*/} own"; done
        exit 0
        """;

    private UnitDiscovery() {}

    /** Running ones first, then by name; empty where there is no systemd. */
    static List<FoundApp> discover(Host host) {
        CommandResult result = host.run(HostCommand.of("sh", "-c", SCRIPT, "sh", PROPERTIES)
                .withEnvironment(UnitReading.PLAIN)
                .within(UnitReading.LIMIT));
        Map<String, String> parts = CommandResult.sections(result.stdoutText());
        if (!parts.containsKey("units")) {
            return List.of();
        }
        Map<String, UnitState> units = new LinkedHashMap<>();
        add(units, UnitState.parse(parts.getOrDefault("units", "")));
        List<String> others = installed(parts.getOrDefault("files", "") + "\n" + parts.getOrDefault("own", "")).stream()
                .filter(name -> !units.containsKey(name))
                .toList();
        for (int from = 0; from < others.size(); from += MOST_NAMES) {
            add(units, show(host, others.subList(from, Math.min(others.size(), from + MOST_NAMES))));
        }
        List<FoundApp> found = new ArrayList<>();
        units.values().forEach(unit -> found(unit).ifPresent(found::add));
        found.sort(Comparator.comparing(FoundApp::running).reversed().thenComparing(FoundApp::name));
        return found;
    }

    private static void add(Map<String, UnitState> units, List<UnitState> shown) {
        shown.forEach(unit -> units.putIfAbsent(unit.id(), unit));
    }

    private static List<UnitState> show(Host host, List<String> names) {
        List<String> argv = new ArrayList<>(List.of("systemctl", "show", "--no-pager", "-p", PROPERTIES, "--"));
        argv.addAll(names);
        return UnitState.parse(
                host.run(HostCommand.of(argv).withEnvironment(UnitReading.PLAIN).within(UnitReading.LIMIT))
                        .stdoutText());
    }

    /** {@code cron.service enabled enabled}, a line each (systemctl(1), "list-unit-files"). Seen with systemd 247 to 262. */
    static Set<String> installed(String list) {
        Set<String> names = new LinkedHashSet<>();
        list.lines().forEach(line -> {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length >= 2
                    && STARTED_BY_PEOPLE.contains(words[1])
                    && name(words[0]).isPresent()) {
                names.add(words[0]);
            }
        });
        return names;
    }

    private static Optional<FoundApp> found(UnitState unit) {
        // Units that others merely mention are loaded too, without a file.
        if (!unit.text("LoadState").equals("loaded")) {
            return Optional.empty();
        }
        return name(unit.id())
                .map(name -> new FoundApp(
                        name.appName(),
                        new AppSpec.SystemdUnit(name.text()),
                        unit.text("Description"),
                        unit.isRunning()));
    }

    private static Optional<UnitName> name(String text) {
        try {
            return Optional.of(new UnitName(text));
        } catch (AppException _) {
            // A template, or a name that systemd itself would not take.
            return Optional.empty();
        }
    }
}
