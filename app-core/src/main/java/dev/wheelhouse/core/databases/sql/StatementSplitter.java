package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Cuts a text into statements. A semicolon ends one unless it stands in parentheses (rules), in a {@code BEGIN ATOMIC}
 * body (PostgreSQL manual, "CREATE FUNCTION") or in the body of a SQLite trigger.
 */
public final class StatementSplitter {

    private static final Set<String> BODY_CREATORS = Set.of("FUNCTION", "PROCEDURE");
    private static final int LOOKED_AT = 12;

    private final String text;
    private final Engine engine;
    private final List<SqlStatement> statements = new ArrayList<>();
    private final List<Token> current = new ArrayList<>();
    private final List<String> firstWords = new ArrayList<>();
    private int parentheses;
    private int blocks;
    private String previousWord = "";

    private StatementSplitter(String text, Engine engine) {
        this.text = text;
        this.engine = engine;
    }

    /** The statements in order; none for a text of blanks, comments and semicolons. */
    public static List<SqlStatement> split(String text, Engine engine) {
        StatementSplitter splitter = new StatementSplitter(text, engine);
        for (Token token : Tokeniser.tokenise(text, engine)) {
            splitter.take(token);
        }
        splitter.finish();
        return splitter.statements;
    }

    /** Where a statement stands in a text: from its first token to behind its last. */
    public record Place(int start, int end) {}

    /**
     * Only where the statements are, from tokens that are known already: for texts that are looked at after every key.
     *
     * @param tokens of the whole text
     */
    public static List<Place> places(String text, List<Token> tokens, Engine engine) {
        StatementSplitter splitter = new StatementSplitter(text, engine);
        List<Place> places = new ArrayList<>();
        Token first = null;
        Token last = null;
        for (Token token : tokens) {
            if (splitter.ends(token)) {
                if (first != null && last != null) {
                    places.add(new Place(first.start(), last.end()));
                }
                first = null;
                splitter.forget();
                continue;
            }
            if (token.isSignificant()) {
                first = first == null ? token : first;
                last = token;
            }
        }
        if (first != null && last != null) {
            places.add(new Place(first.start(), last.end()));
        }
        return places;
    }

    private void take(Token token) {
        if (ends(token)) {
            finish();
        } else {
            current.add(token);
        }
    }

    /** Whether the token is a semicolon that ends a statement; else it is followed into parentheses and bodies. */
    private boolean ends(Token token) {
        if (token.kind() == TokenKind.PUNCTUATION) {
            char c = text.charAt(token.start());
            if (c == ';' && parentheses == 0 && blocks == 0) {
                return true;
            }
            parentheses = Math.max(0, parentheses + (c == '(' ? 1 : c == ')' ? -1 : 0));
        }
        if (token.kind() == TokenKind.WORD) {
            followBlocks(text.substring(token.start(), token.end()).toUpperCase(Locale.ROOT));
        }
        return false;
    }

    private void followBlocks(String word) {
        if (firstWords.size() < LOOKED_AT) {
            firstWords.add(word);
        }
        boolean atomic = engine == Engine.POSTGRESQL && word.equals("ATOMIC") && previousWord.equals("BEGIN");
        boolean trigger = engine == Engine.SQLITE && word.equals("BEGIN") && creates(Set.of("TRIGGER"));
        if (blocks == 0 && ((atomic && creates(BODY_CREATORS)) || trigger)) {
            blocks = 1;
        } else if (blocks > 0 && word.equals("CASE")) {
            blocks++;
        } else if (blocks > 0 && word.equals("END")) {
            blocks--;
        }
        previousWord = word;
    }

    private boolean creates(Set<String> kinds) {
        return !firstWords.isEmpty()
                && firstWords.getFirst().equals("CREATE")
                && firstWords.stream().anyMatch(kinds::contains);
    }

    private void finish() {
        int from = 0;
        int to = current.size();
        while (from < to && !current.get(from).isSignificant()) {
            from++;
        }
        while (to > from && !current.get(to - 1).isSignificant()) {
            to--;
        }
        if (from < to) {
            int offset = current.get(from).start();
            int end = current.get(to - 1).end();
            List<Token> tokens = current.subList(from, to).stream()
                    .map(token -> token.movedBy(-offset))
                    .toList();
            statements.add(new SqlStatement(statements.size(), offset, text.substring(offset, end), tokens));
        }
        current.clear();
        forget();
    }

    private void forget() {
        firstWords.clear();
        parentheses = 0;
        blocks = 0;
        previousWord = "";
    }
}
