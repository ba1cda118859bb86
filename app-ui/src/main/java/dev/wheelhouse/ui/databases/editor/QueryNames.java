package dev.wheelhouse.ui.databases.editor;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names under which a text is kept that nobody gave a name. */
final class QueryNames {

    private static final int LONGEST = 80;

    private QueryNames() {}

    /**
     * A name for what stood in a tab.
     *
     * @param query the saved query it was made from; empty for none
     */
    static String of(String query, String connection) {
        String text = query.isEmpty() ? "unsaved " + connection : query + " unsaved";
        String allowed = text.replaceAll("[^\\p{L}\\p{N}_ .()-]", "_");
        return allowed.substring(0, Math.min(LONGEST, allowed.length())).replaceAll("[ .]+$", "");
    }

    /** The name, with a number behind it where it is taken. */
    static String free(String wanted, List<String> taken) {
        Set<String> known = new HashSet<>();
        taken.forEach(each -> known.add(each.toLowerCase(Locale.ROOT)));
        String name = wanted;
        for (int number = 2; known.contains(name.toLowerCase(Locale.ROOT)); number++) {
            name = wanted + " " + number;
        }
        return name;
    }
}
