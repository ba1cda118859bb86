package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.regex.Pattern;

/**
 * SQL as it may be kept: a text that names a secret ({@link SecretWords}) loses all its literals and comments, whatever they
 * hold, and says so.
 */
public final class SecretRedaction {

    static final String NOTE = "-- literals removed";

    private static final String REMOVED = "'***'";
    private static final Pattern QUOTED = Pattern.compile("(?s)[\"'`«»“”„:].*");
    private static final Pattern ADDRESS = Pattern.compile("://\\S*@");

    private SecretRedaction() {}

    /**
     * @param longest how much of the text is kept, in UTF-16 units; what decides whether it names a secret is all of it
     * @return as it was when it names none
     */
    public static String redact(String sql, int longest, Engine engine) {
        String cut = sql.length() > longest ? sql.substring(0, longest) : sql;
        if (!SecretWords.in(sql)) {
            return cut;
        }
        StringBuilder kept = new StringBuilder();
        for (Token token : Tokeniser.tokenise(cut, engine)) {
            switch (token.kind()) {
                case STRING, NUMBER -> kept.append(REMOVED);
                case QUOTED_IDENTIFIER -> {
                    // SQLite takes a name in double quotes that it does not find for a string.
                    boolean mayBeText = engine == Engine.SQLITE || !token.terminated();
                    kept.append(mayBeText ? REMOVED : cut.substring(token.start(), token.end()));
                }
                case COMMENT -> kept.append(' ');
                case OTHER -> {
                    // From what is not understood on, anything may be a literal.
                    return noted(kept);
                }
                case PARAMETER -> {
                    String name = cut.substring(token.start(), token.end());
                    if (name.lastIndexOf('$') > 0) {
                        // SQLite's parameter is PostgreSQL's literal, and the text may be meant for the other.
                        return noted(kept);
                    }
                    kept.append(name);
                }
                case WORD, OPERATOR, PUNCTUATION, WHITESPACE -> kept.append(cut, token.start(), token.end());
            }
        }
        return noted(kept);
    }

    /** What a database said about a text: up to what it quotes of it if the text names a secret. */
    public static String redactFailure(String sql, String message) {
        return SecretWords.in(sql) ? QUOTED.matcher(message).replaceAll("…") : message;
    }

    private static String noted(StringBuilder kept) {
        return ADDRESS.matcher(kept.toString().strip()).replaceAll("://***@") + "\n" + NOTE;
    }
}
