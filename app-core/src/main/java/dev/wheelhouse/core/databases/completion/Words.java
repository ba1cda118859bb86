package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.Token;
import dev.wheelhouse.core.databases.sql.TokenKind;
import dev.wheelhouse.core.databases.sql.Tokeniser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The meaningful tokens of a statement, looked at by position; past either end everything is empty. */
final class Words {

    private final String text;
    private final Engine engine;
    private final List<Token> all;
    private final List<Token> tokens = new ArrayList<>();
    private final List<String> uppers = new ArrayList<>();

    Words(String text, Engine engine) {
        this.text = text;
        this.engine = engine;
        this.all = Tokeniser.tokenise(text, engine);
        for (Token token : all) {
            if (token.isSignificant()) {
                boolean word = token.kind() == TokenKind.WORD || token.kind() == TokenKind.PUNCTUATION;
                tokens.add(token);
                uppers.add(word ? text.substring(token.start(), token.end()).toUpperCase(Locale.ROOT) : "");
            }
        }
    }

    int size() {
        return tokens.size();
    }

    int start(int at) {
        return at < tokens.size() ? tokens.get(at).start() : text.length();
    }

    int end(int at) {
        return at < 0 ? 0 : tokens.get(at).end();
    }

    String upper(int at) {
        return at >= 0 && at < uppers.size() ? uppers.get(at) : "";
    }

    boolean is(int at, String word) {
        return upper(at).equals(word);
    }

    boolean isOneOf(int at, Set<String> words) {
        return words.contains(upper(at));
    }

    String text(int at) {
        return at >= 0 && at < tokens.size()
                ? text.substring(tokens.get(at).start(), tokens.get(at).end())
                : "";
    }

    @Nullable
    TokenKind kind(int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).kind() : null;
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
        int high = tokens.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (tokens.get(middle).start() < place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
