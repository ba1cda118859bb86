package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the parameters of a statement; never in strings, comments, casts, slices or assignments. */
public final class Parameters {

    private Parameters() {}

    /** Rewrites {@code :name}, {@code $1} and SQLite's other forms to {@code ?}, in the order they occur. */
    public static ParameterisedStatement rewrite(SqlStatement statement, Engine engine) {
        StringBuilder sql = new StringBuilder();
        int[] offsets = new int[statement.text().length() * 2 + 1];
        List<String> names = new ArrayList<>();
        int unnamed = 0;
        int brackets = 0;
        for (Token token : statement.tokens()) {
            String text = statement.text().substring(token.start(), token.end());
            brackets += text.equals("[") ? 1 : text.equals("]") ? -1 : 0;
            String written = text;
            if (token.kind() == TokenKind.PARAMETER && !isSliceBound(text, brackets, statement, token)) {
                boolean positional = text.equals("?");
                names.add(positional ? Integer.toString(++unnamed) : text.substring(1));
                written = "?";
            } else if (token.kind() == TokenKind.OPERATOR && engine == Engine.POSTGRESQL) {
                // The driver takes a doubled question mark for the operator.
                written = text.replace("?", "??");
            }
            for (int i = 0; i < written.length(); i++) {
                offsets[sql.length() + i] = token.start() + Math.min(i, text.length() - 1);
            }
            sql.append(written);
        }
        offsets[sql.length()] = statement.text().length();
        return new ParameterisedStatement(sql.toString(), names, Arrays.copyOf(offsets, sql.length() + 1));
    }

    /** {@code a[1:x]} is a slice; {@code a[:x]} at the opening bracket is one too. */
    private static boolean isSliceBound(String text, int brackets, SqlStatement statement, Token token) {
        if (!text.startsWith(":") || brackets == 0) {
            return false;
        }
        int before = token.start() - 1;
        while (before >= 0 && Character.isWhitespace(statement.text().charAt(before))) {
            before--;
        }
        return before >= 0 && statement.text().charAt(before) != ',';
    }
}
