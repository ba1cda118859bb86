package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finds the parameters of a statement; never in strings, comments, casts, slices or assignments. */
public final class Parameters {

    private Parameters() {}

    /** Rewrites {@code :name}, {@code $1} and SQLite's other forms to {@code ?}, in the order they occur. */
    public static ParameterisedStatement rewrite(SqlStatement statement, Engine engine) {
        Rewriting sql = new Rewriting();
        Rewriting sent = new Rewriting();
        List<String> names = new ArrayList<>();
        Brackets brackets = new Brackets();
        int unnamed = 0;
        for (Token token : statement.tokens()) {
            String text = statement.text().substring(token.start(), token.end());
            if (token.kind() == TokenKind.PARAMETER && !isSliceBound(text, brackets, statement, token)) {
                boolean positional = text.equals("?");
                names.add(positional ? Integer.toString(++unnamed) : text.substring(1));
                sql.append("?", token);
                sent.append("$" + names.size(), token);
            } else if (token.kind() == TokenKind.OPERATOR && engine == Engine.POSTGRESQL) {
                // The driver takes a doubled question mark for the operator.
                sql.append(text.replace("?", "??"), token);
                sent.append(text, token);
            } else {
                sql.append(text, token);
                sent.append(text, token);
            }
            brackets.pass(text);
        }
        int end = statement.text().length();
        return new ParameterisedStatement(
                sql.text.toString(),
                names,
                sql.offsets(end).stream().mapToInt(Integer::intValue).toArray(),
                new ParameterisedStatement.Sent(sent.text.toString(), sent.offsets(end)));
    }

    /** {@code a[1:x]} is a slice and {@code a[:x]} one too; behind an operator or inside ARRAY[…] stands a parameter. */
    private static boolean isSliceBound(String text, Brackets brackets, SqlStatement statement, Token token) {
        if (!text.startsWith(":") || !brackets.isSubscript()) {
            return false;
        }
        int before = token.start() - 1;
        while (before >= 0 && Character.isWhitespace(statement.text().charAt(before))) {
            before--;
        }
        return before >= 0 && ",(+-*/%<>=|&^~!#@".indexOf(statement.text().charAt(before)) < 0;
    }

    /** Text in the making and where each of its units comes from. */
    private static final class Rewriting {
        private final StringBuilder text = new StringBuilder();
        private final List<Integer> origins = new ArrayList<>();

        void append(String written, Token token) {
            for (int i = 0; i < written.length(); i++) {
                origins.add(Math.min(token.start() + i, token.end() - 1));
            }
            text.append(written);
        }

        List<Integer> offsets(int end) {
            List<Integer> offsets = new ArrayList<>(origins);
            offsets.add(end);
            return offsets;
        }
    }

    /** Which of the open brackets are subscripts, and which build an array. */
    private static final class Brackets {
        private final Deque<Boolean> subscripts = new ArrayDeque<>();
        private String before = "";

        boolean isSubscript() {
            return !subscripts.isEmpty() && subscripts.peek();
        }

        void pass(String text) {
            if (text.equals("[")) {
                boolean inArray = !subscripts.isEmpty() && !isSubscript() && (before.equals("[") || before.equals(","));
                subscripts.push(!inArray && !before.equalsIgnoreCase("ARRAY"));
            } else if (text.equals("]") && !subscripts.isEmpty()) {
                subscripts.pop();
            }
            before = text.isBlank() ? before : text;
        }
    }
}
