package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Writes pieces of statements in one of the many ways that mean the same, and at times in one that means nothing. */
final class Respelling {

    private static final List<String> GAPS = List.of(
            " ",
            " ",
            " ",
            "\n",
            "\t",
            "\r\n",
            "\f",
            "/**/",
            "/*;'*/",
            "/* /* ; */ ' */",
            "/*/ ; */",
            "--;'\n",
            "-- $$\n",
            "--\"\r",
            " --/*\n",
            "/***/");
    /** Put in anywhere; most make an error of the text, some another statement. */
    private static final List<String> JUNK = List.of(
            "'", "\"", "$$", "$a$", ";", "--", "/*", "*/", "\\", "E'", "$1", ":x", "[", "]", "1a", "0xe", "1e", "(",
            ")", "`", "?", "\n'", "''", "\u00e9", "::", "e", "U&", "*", "-", "/", "#", "@", "\r");

    private final Engine engine;
    private final Random random;

    Respelling(Engine engine, Random random) {
        this.engine = engine;
        this.random = random;
    }

    /** @param pieces of one statement */
    String spell(List<Lex> pieces) {
        StringBuilder text = new StringBuilder();
        for (Lex each : pieces) {
            String spelled = spell(each);
            if (!text.isEmpty()
                    && (random.nextInt(3) > 0 || mustPart(text.charAt(text.length() - 1), spelled.charAt(0)))) {
                gap(text);
            }
            text.append(spelled);
        }
        return text.toString();
    }

    /** Whether two pieces would become one, or one of another kind, without something between them. */
    private static boolean mustPart(char last, char first) {
        boolean lastOpen = Characters.isWordPart(last) || last == '\'' || last == '"' || last == '.' || last == '&';
        boolean firstOpen =
                Characters.isWordPart(first) || first == '\'' || first == '"' || first == '.' || first == '&';
        return (lastOpen && firstOpen) || ("-+*/<>=:|@?#$".indexOf(last) >= 0 && "-+*/<>=:|@?#$".indexOf(first) >= 0);
    }

    void gap(StringBuilder text) {
        do {
            String gap = any(GAPS);
            // SQLite's comments neither nest nor end at a carriage return, and would take the statement with them.
            boolean foreign = engine == Engine.SQLITE && (gap.startsWith("/* /*") || gap.endsWith("\r"));
            text.append(foreign ? " " : gap);
        } while (random.nextInt(4) == 0);
    }

    /** The text with something put in that does not belong there. */
    String spoiled(String text) {
        StringBuilder spoiled = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            spoiled.insert(random.nextInt(spoiled.length() + 1), any(JUNK));
        }
        return spoiled.toString();
    }

    private String spell(Lex piece) {
        return switch (piece.kind()) {
            case SIGN -> piece.value();
            case WORD -> cased(piece.value());
            case NAME -> name(piece.value());
            case STRING -> string(piece.value());
            case NUMBER -> piece.value();
        };
    }

    private String cased(String word) {
        return switch (random.nextInt(3)) {
            case 0 -> word.toLowerCase(Locale.ROOT);
            case 1 -> word.substring(0, 1) + word.substring(1).toLowerCase(Locale.ROOT);
            default -> word;
        };
    }

    private String name(String name) {
        boolean plain = name.chars().allMatch(c -> Characters.isWordPart((char) c));
        int way = random.nextInt(plain ? 7 : 4);
        if (engine == Engine.SQLITE) {
            return switch (way) {
                case 0 -> "\"" + name.replace("\"", "\"\"") + "\"";
                case 1 -> "`" + name + "`";
                case 2, 3 -> "[" + name + "]";
                default -> cased(name);
            };
        }
        return switch (way) {
            case 0, 1 -> "\"" + name.replace("\"", "\"\"") + "\"";
            case 2 -> "U&\"" + unicode(name, '\\') + "\"";
            case 3 -> "U&\"" + unicode(name, '!') + "\"" + any(GAPS) + "UESCAPE" + any(GAPS) + "'!'";
            default -> plain ? cased(name) : "\"" + name + "\"";
        };
    }

    private String unicode(String text, char mark) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (random.nextInt(4)) {
                case 0 -> escaped.append(mark).append(String.format(Locale.ROOT, "%04x", (int) c));
                case 1 -> escaped.append(mark).append(String.format(Locale.ROOT, "+%06X", (int) c));
                default -> escaped.append(c == mark || c == '\'' ? "" + c + c : "" + c);
            }
        }
        return escaped.toString();
    }

    private String string(String text) {
        if (engine == Engine.SQLITE) {
            return quoted(text);
        }
        return switch (random.nextInt(8)) {
            case 0, 1 -> "E" + continued("'" + escaped(text) + "'");
            case 2 -> text.contains("$") || text.endsWith("$") ? quoted(text) : "$$" + text + "$$";
            case 3 -> text.contains("$t1$") ? quoted(text) : "$t1$" + text + "$t1$";
            case 4 -> text.contains("$t$") ? quoted(text) : "$t$" + text + "$t$";
            case 5 -> "U&" + continued("'" + unicode(text, '\\') + "'");
            case 6 -> "U&'" + unicode(text, '!') + "' UESCAPE '!'";
            default -> continued(quoted(text));
        };
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (random.nextInt(4)) {
                case 0 -> escaped.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
                case 1 -> escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                default ->
                    escaped.append(c == '\'' ? random.nextBoolean() ? "\\'" : "''" : c == '\\' ? "\\\\" : "" + c);
            }
        }
        return escaped.toString();
    }

    /** Goes on in a next literal, behind a line break: before an escape, a quote or a letter, or at either end. */
    private String continued(String literal) {
        if (random.nextInt(3) > 0) {
            return literal;
        }
        int end = literal.length() - 1;
        int at = random.nextBoolean() ? 1 : end;
        return literal.substring(0, at) + "'" + any(List.of("\n", " \n ", "--;'\n", " -- '\n\n", "\r", "--\n--'\n"))
                + "'" + literal.substring(at);
    }

    private String any(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
