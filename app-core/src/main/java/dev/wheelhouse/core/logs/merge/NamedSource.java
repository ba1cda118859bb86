package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of several logs.
 *
 * @param name that its lines carry as their instance; unique among those that are merged
 */
public record NamedSource(String name, LogSource source) {

    /** The same logs in the same order, those of one name distinguished by a number: {@code app.log}, {@code app.log (2)}. */
    public static List<NamedSource> distinct(List<NamedSource> sources) {
        Map<String, NamedSource> all = new LinkedHashMap<>();
        for (NamedSource each : sources) {
            String name = each.name();
            for (int i = 2; all.containsKey(name); i++) {
                name = each.name() + " (" + i + ")";
            }
            all.put(name, new NamedSource(name, each.source()));
        }
        return List.copyOf(all.values());
    }
}
