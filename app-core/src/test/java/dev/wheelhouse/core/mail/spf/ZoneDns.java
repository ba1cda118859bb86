package dev.wheelhouse.core.mail.spf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** DNS from a list of records, which also knows what it was asked. */
final class ZoneDns implements SpfDns {

    private final Map<String, Map<SpfDns.Type, List<String>>> records = new LinkedHashMap<>();
    private final Set<String> failing = new HashSet<>();
    private final List<String> questions = new ArrayList<>();

    /** @param lines each {@code name TYPE value}, or {@code name FAILS} */
    static ZoneDns of(String lines) {
        ZoneDns dns = new ZoneDns();
        lines.lines().filter(line -> !line.isBlank()).forEach(dns::add);
        return dns;
    }

    void add(String line) {
        String[] parts = line.strip().split(" ", 3);
        if (parts[1].equals("FAILS")) {
            failing.add(parts[0].toLowerCase(Locale.ROOT));
            return;
        }
        add(parts[0], SpfDns.Type.valueOf(parts[1]), parts[2]);
    }

    void add(String name, SpfDns.Type type, String value) {
        records.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new LinkedHashMap<>())
                .computeIfAbsent(type, _ -> new ArrayList<>())
                .add(value);
    }

    List<String> questions() {
        return questions;
    }

    @Override
    public SpfAnswer ask(SpfDns.Type type, String name) {
        questions.add(type + " " + name);
        if (failing.contains(name)) {
            return SpfAnswer.FAILED;
        }
        Map<SpfDns.Type, List<String>> found = records.get(name);
        return found == null ? SpfAnswer.NO_SUCH_NAME : SpfAnswer.of(found.getOrDefault(type, List.of()));
    }
}
