package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.completion.Keywords;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.databases.sql.TokenKind;
import dev.wheelhouse.core.databases.sql.Tokeniser;
import dev.wheelhouse.core.databases.sql.Tokens;
import dev.wheelhouse.ui.controls.editor.TextAnalyser;
import dev.wheelhouse.ui.controls.editor.TextAnalysis;

/** Tells the editor what SQL is made of. Pure. */
final class SqlAnalyser implements TextAnalyser {

    private final Engine engine;

    SqlAnalyser(Engine engine) {
        this.engine = engine;
    }

    @Override
    public TextAnalysis analyse(String text) {
        TextAnalysis.Builder analysis = new TextAnalysis.Builder();
        Tokens tokens = Tokeniser.tokenise(text, engine);
        for (int i = 0; i < tokens.size(); i++) {
            int start = tokens.start(i);
            String style = style(text, tokens, i);
            if (!style.isEmpty()) {
                analysis.style(start, tokens.end(i), style);
            }
            if (tokens.kind(i) == TokenKind.PUNCTUATION) {
                char c = text.charAt(start);
                if (c == '(' || c == '[' || c == ')' || c == ']') {
                    analysis.bracket(start, c == '(' || c == '[');
                }
            }
        }
        for (StatementSplitter.Place place : StatementSplitter.places(text, tokens, engine)) {
            analysis.block(place.start(), place.end());
        }
        return analysis.build();
    }

    private static String style(String text, Tokens tokens, int at) {
        return switch (tokens.kind(at)) {
            case STRING -> "string";
            case NUMBER -> "number";
            case COMMENT -> "comment";
            case QUOTED_IDENTIFIER -> "quoted-identifier";
            case PARAMETER -> "parameter";
            case WORD -> word(text, tokens, at);
            case OPERATOR, PUNCTUATION, WHITESPACE, OTHER -> "";
        };
    }

    private static String word(String text, Tokens tokens, int at) {
        int start = tokens.start(at);
        boolean behindDot = start > 0 && text.charAt(start - 1) == '.';
        if (!behindDot && Keywords.isHighlighted(text.substring(start, tokens.end(at)))) {
            return "keyword";
        }
        boolean called = at + 1 < tokens.size() && text.charAt(tokens.start(at + 1)) == '(';
        return called ? "function" : "";
    }
}
