package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;

/** Finds the parameters of a statement; never in strings, comments, casts, slices or assignments. */
public final class Parameters {

    private Parameters() {}

    /** Rewrites {@code :name}, {@code $1} and SQLite's other forms to {@code ?}, in the order they occur. */
    public static ParameterisedStatement rewrite(SqlStatement statement, Engine engine) {
        String text = statement.text();
        Tokens tokens = statement.tokens();
        Rewritten sql = new Rewritten(text);
        Rewritten sent = new Rewritten(text);
        List<String> names = new ArrayList<>();
        int unnamed = 0;
        for (int i = 0; i < tokens.size(); i++) {
            TokenKind kind = tokens.kind(i);
            int start = tokens.start(i);
            int end = tokens.end(i);
            if (kind == TokenKind.PARAMETER) {
                boolean positional = text.charAt(start) == '?' && end - start == 1;
                names.add(positional ? Integer.toString(++unnamed) : text.substring(start + 1, end));
                // $t:x$ must not become $t$1$, the beginning of a string, nor a:x become the name a$1.
                char last = start > 0 ? text.charAt(start - 1) : ' ';
                char next = end < text.length() ? text.charAt(end) : ' ';
                String before = Characters.isWordPart(last) || last == '?' ? " " : "";
                String behind = Characters.isDigit(next) || next == '?' ? " " : "";
                sql.replace(start, end, before + "?" + behind);
                sent.replace(start, end, before + "$" + names.size() + behind);
            } else if (kind == TokenKind.OPERATOR && engine == Engine.POSTGRESQL) {
                String operator = text.substring(start, end);
                if (operator.indexOf('?') >= 0) {
                    // The driver takes a doubled question mark for the operator.
                    sql.replace(start, end, operator.replace("?", "??"));
                }
            }
        }
        return new ParameterisedStatement(sql.finish().text(), names, sent.finish());
    }
}
