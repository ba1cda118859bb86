package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.cri.CriLine;
import dev.wheelhouse.core.logs.cri.CriLines;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Tells which lines of a document in the form of CRI come from a copy that is not to be seen. Not thread-safe. */
final class HiddenInstances {

    private final Set<String> hidden;
    private final Map<String, Boolean> known = new HashMap<>();

    HiddenInstances(Set<String> hidden) {
        this.hidden = Set.copyOf(hidden);
    }

    boolean isEmpty() {
        return hidden.isEmpty();
    }

    /** @param text where the line's own text begins */
    boolean hides(byte[] bytes, int from, int text) {
        if (hidden.isEmpty() || text - from < 4) {
            return false;
        }
        int tag = text - 2;
        while (tag > from && bytes[tag] != ' ') {
            tag--;
        }
        String tags = new String(bytes, tag + 1, text - tag - 2, StandardCharsets.ISO_8859_1);
        return tags.length() > 2 && known.computeIfAbsent(tags, this::isHidden);
    }

    private boolean isHidden(String tags) {
        return CriLines.parse("- stdout " + tags + " ")
                .map(CriLine::instance)
                .filter(hidden::contains)
                .isPresent();
    }
}
