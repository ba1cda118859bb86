package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.completion.Keywords;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.databases.sql.Token;
import dev.wheelhouse.core.databases.sql.TokenKind;
import dev.wheelhouse.core.databases.sql.Tokeniser;
import dev.wheelhouse.ui.controls.editor.TextAnalyser;
import dev.wheelhouse.ui.controls.editor.TextAnalysis;
import java.util.List;

/** Tells the editor what SQL is made of. Pure. */
final class SqlAnalyser implements TextAnalyser {

    private final Engine engine;

    SqlAnalyser(Engine engine) {
        this.engine = engine;
    }

    @Override
    public TextAnalysis analyse(String text) {
        TextAnalysis.Builder analysis = new TextAnalysis.Builder();
        List<Token> tokens = Tokeniser.tokenise(text, engine);
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            String style = style(text, tokens, i);
            if (!style.isEmpty()) {
                analysis.style(token.start(), token.end(), style);
            }
            if (token.kind() == TokenKind.PUNCTUATION) {
                char c = text.charAt(token.start());
                if (c == '(' || c == '[' || c == ')' || c == ']') {
                    analysis.bracket(token.start(), c == '(' || c == '[');
                }
            }
        }
        for (StatementSplitter.Place place : StatementSplitter.places(text, tokens, engine)) {
            analysis.block(place.start(), place.end());
        }
        return analysis.build();
    }

    private static String style(String text, List<Token> tokens, int at) {
        Token token = tokens.get(at);
        return switch (token.kind()) {
            case STRING -> "string";
            case NUMBER -> "number";
            case COMMENT -> "comment";
            case QUOTED_IDENTIFIER -> "quoted-identifier";
            case PARAMETER -> "parameter";
            case WORD -> word(text, tokens, at);
            case OPERATOR, PUNCTUATION, WHITESPACE, OTHER -> "";
        };
    }

    private static String word(String text, List<Token> tokens, int at) {
        Token token = tokens.get(at);
        boolean behindDot = token.start() > 0 && text.charAt(token.start() - 1) == '.';
        if (!behindDot && Keywords.isHighlighted(text.substring(token.start(), token.end()))) {
            return "keyword";
        }
        boolean called =
                at + 1 < tokens.size() && text.charAt(tokens.get(at + 1).start()) == '(';
        return called ? "function" : "";
    }
}
