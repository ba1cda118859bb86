package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.Token;
import dev.wheelhouse.core.databases.sql.TokenKind;
import dev.wheelhouse.core.databases.sql.Tokeniser;
import dev.wheelhouse.core.databases.sql.Tokens;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The meaningful tokens of a statement, looked at by position; past either end everything is empty. */
final class Words {

    private final String text;
    private final Engine engine;
    private final Tokens all;
    /** Which of all each meaningful one is. */
    private final int[] places;

    private final int size;

    Words(String text, Engine engine) {
        this.text = text;
        this.engine = engine;
        this.all = Tokeniser.tokenise(text, engine);
        this.places = new int[all.size()];
        int significant = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.isSignificant(i)) {
                places[significant++] = i;
            }
        }
        this.size = significant;
    }

    int size() {
        return size;
    }

    int start(int at) {
        return at < size ? all.start(places[at]) : text.length();
    }

    int end(int at) {
        return at < 0 ? 0 : all.end(places[at]);
    }

    String upper(int at) {
        TokenKind kind = kind(at);
        boolean word = kind == TokenKind.WORD || kind == TokenKind.PUNCTUATION;
        return word ? text(at).toUpperCase(Locale.ROOT) : "";
    }

    boolean is(int at, String word) {
        TokenKind kind = kind(at);
        return (kind == TokenKind.WORD || kind == TokenKind.PUNCTUATION)
                && end(at) - start(at) == word.length()
                && text.regionMatches(true, start(at), word, 0, word.length());
    }

    String text(int at) {
        return at >= 0 && at < size ? text.substring(start(at), end(at)) : "";
    }

    @Nullable
    TokenKind kind(int at) {
        return at >= 0 && at < size ? all.kind(places[at]) : null;
    }

    boolean isIdentifier(int at) {
        return kind(at) == TokenKind.QUOTED_IDENTIFIER
                || (kind(at) == TokenKind.WORD && !Keywords.isReserved(text(at)));
    }

    String name(int at) {
        return Names.plain(text(at), engine);
    }

    /** Whether a place lies inside a string or a comment, where nothing is proposed. */
    boolean isInText(int caret) {
        for (Token token : all) {
            boolean dark = token.kind() == TokenKind.STRING || token.kind() == TokenKind.COMMENT;
            boolean line = token.kind() == TokenKind.COMMENT && text.startsWith("--", token.start());
            boolean inside = token.start() < caret
                    && (caret < token.end() || (caret == token.end() && (line || !token.terminated())));
            if (dark && inside) {
                return true;
            }
        }
        return false;
    }

    /** The last meaningful token that begins before a place; -1 when there is none. */
    int before(int place) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (start(middle) < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
