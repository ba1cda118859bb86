package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text into statements. A semicolon ends one unless it stands in parentheses (rules), in a {@code BEGIN ATOMIC}
 * body (PostgreSQL manual, "CREATE FUNCTION") or in the body of a SQLite trigger.
 */
public final class StatementSplitter {

    /** Tokens of a statement, blanks and comments counted. */
    static final int MOST_TOKENS = 1_000_000;

    /** Statements of a text that is worked on as a whole: each takes some hundred bytes beside its text. */
    public static final int MOST_STATEMENTS = 10_000;

    private final String text;
    private final Bodies bodies;

    private StatementSplitter(String text, Engine engine) {
        this.text = text;
        this.bodies = new Bodies(text, engine);
    }

    /**
     * The statements in order; none for a text of blanks, comments and semicolons.
     *
     * @throws AppException {@code payload_too_large} for more than {@link #MOST_STATEMENTS}, or for one of more than
     *     1,000,000 tokens
     */
    public static List<SqlStatement> split(String text, Engine engine) {
        return split(text, engine, new Tokeniser(text, engine));
    }

    static List<SqlStatement> split(String text, Engine engine, Tokeniser tokeniser) {
        List<SqlStatement> statements = new ArrayList<>();
        new StatementSplitter(text, engine).new Statements(tokeniser).forEachRemaining(each -> {
            if (statements.size() == MOST_STATEMENTS) {
                throw new AppException(
                        PlatformError.PAYLOAD_TOO_LARGE,
                        "A text has more than 10,000 statements. Run it as a script, which may have any number.");
            }
            statements.add(each);
        });
        return statements;
    }

    /**
     * The same one by one and any number of them, for texts that need not be in memory as statements. A statement of too
     * many tokens fails when it is reached.
     */
    public static Iterator<SqlStatement> each(String text, Engine engine) {
        return new StatementSplitter(text, engine).new Statements(new Tokeniser(text, engine));
    }

    /** Cuts one statement ahead. */
    private final class Statements implements Iterator<SqlStatement> {

        private final Tokeniser tokeniser;
        private final Tokens.Buffer tokens = new Tokens.Buffer();
        private int count;
        private @Nullable SqlStatement ahead;

        Statements(Tokeniser tokeniser) {
            this.tokeniser = tokeniser;
            this.ahead = cut();
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        @Override
        public SqlStatement next() {
            SqlStatement next = ahead;
            if (next == null) {
                throw new NoSuchElementException();
            }
            ahead = cut();
            return next;
        }

        private @Nullable SqlStatement cut() {
            tokens.clear();
            int offset = 0;
            int significant = 0;
            int end = 0;
            while (tokeniser.next()) {
                boolean ends = ends(tokeniser.kind(), tokeniser.start(), tokeniser.end());
                if (ends && significant > 0) {
                    break;
                }
                if (ends || (tokens.size() == 0 && !tokeniser.isSignificant())) {
                    tokens.clear();
                    continue;
                }
                if (tokens.size() == 0) {
                    offset = tokeniser.start();
                } else if (tokens.size() == MOST_TOKENS) {
                    throw tooLarge();
                }
                tokens.add(tokeniser);
                if (tokeniser.isSignificant()) {
                    significant = tokens.size();
                    end = tokeniser.end();
                }
            }
            return significant == 0
                    ? null
                    : new SqlStatement(count++, offset, text.substring(offset, end), tokens.first(significant, offset));
        }
    }

    private static AppException tooLarge() {
        return new AppException(
                PlatformError.PAYLOAD_TOO_LARGE,
                "A statement has more than 1,000,000 words and signs, blanks counted. Check its quotes, or split it.");
    }

    /** Where a statement stands in a text: from its first token to behind its last. */
    public record Place(int start, int end) {}

    /**
     * Only where the statements are, from tokens that are known already: for texts that are looked at after every key.
     *
     * @param tokens of the whole text
     */
    public static List<Place> places(String text, Tokens tokens, Engine engine) {
        StatementSplitter splitter = new StatementSplitter(text, engine);
        List<Place> places = new ArrayList<>();
        int start = -1;
        int end = -1;
        for (int i = 0; i < tokens.size(); i++) {
            if (splitter.ends(tokens.kind(i), tokens.start(i), tokens.end(i))) {
                if (start >= 0) {
                    places.add(new Place(start, end));
                }
                start = -1;
            } else if (tokens.isSignificant(i)) {
                start = start < 0 ? tokens.start(i) : start;
                end = tokens.end(i);
            }
        }
        if (start >= 0) {
            places.add(new Place(start, end));
        }
        return places;
    }

    /** Whether the token is a semicolon that ends a statement; else it is followed into parentheses and bodies. */
    private boolean ends(TokenKind kind, int start, int end) {
        return switch (kind) {
            case WHITESPACE, COMMENT -> false;
            case PUNCTUATION -> bodies.passPunctuation(text.charAt(start));
            case WORD, QUOTED_IDENTIFIER, STRING, NUMBER, PARAMETER, OPERATOR, OTHER -> {
                bodies.pass(kind, start, end);
                yield false;
            }
        };
    }
}
