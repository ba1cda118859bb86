package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.json.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What a change of settings is told as: the sections that differ, before and after. No password is among them. */
final class SettingsDifference {

    private SettingsDifference() {}

    /** {@code before} and {@code after}; to be added to. */
    static Map<String, Object> of(Settings before, OrganizationSettings organization, HomeSettings home) {
        Map<String, Object> old = sections(before.organization(), before.home());
        Map<String, Object> now = sections(organization, home);
        Map<String, Object> same = new TreeMap<>(old);
        same.entrySet().retainAll(now.entrySet());
        old.keySet().removeAll(same.keySet());
        now.keySet().removeAll(same.keySet());
        Map<String, Object> data = new HashMap<>();
        data.put("before", old);
        data.put("after", now);
        return data;
    }

    private static Map<String, Object> sections(OrganizationSettings organization, HomeSettings home) {
        Map<String, Object> sections = new TreeMap<>(Json.readObject(Json.writePretty(organization)));
        sections.putAll(Json.readObject(Json.writePretty(home)));
        sections.values().removeIf(Objects::isNull);
        return sections;
    }
}
