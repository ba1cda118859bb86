package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import java.util.Locale;

/** Names in SQL text: what they mean when read, how they are written. */
final class Names {

    private Names() {}

    /** The name that a word or a quoted name means. */
    static String plain(String written, Engine engine) {
        if (written.isEmpty()) {
            return written;
        }
        char first = written.charAt(0);
        if (first == '"' || first == '`' || first == '[') {
            char close = first == '[' ? ']' : first;
            int end = written.length() > 1 && written.charAt(written.length() - 1) == close
                    ? written.length() - 1
                    : written.length();
            return written.substring(1, end).replace("\"\"", "\"");
        }
        return engine == Engine.POSTGRESQL ? written.toLowerCase(Locale.ROOT) : written;
    }

    /** The name as it has to be written to be found again. */
    static String written(String name, Engine engine) {
        return needsQuotes(name, engine) ? Identifiers.quote(name) : name;
    }

    private static boolean needsQuotes(String name, Engine engine) {
        if (name.isEmpty() || Keywords.isReserved(name)) {
            return true;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || c == '_' || (engine == Engine.SQLITE && c >= 'A' && c <= 'Z');
            boolean digit = c >= '0' && c <= '9';
            if (!letter && !(digit && i > 0)) {
                return true;
            }
        }
        return false;
    }
}
