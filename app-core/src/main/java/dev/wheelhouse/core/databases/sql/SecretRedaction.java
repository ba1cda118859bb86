package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Blanks passwords in SQL that is kept: the literal after the word PASSWORD, and password=… inside any literal. */
public final class SecretRedaction {

    private static final Pattern IN_CONNECTION_STRING =
            Pattern.compile("(password\\s*=\\s*)('[^']*'|''[^']*''|[^\\s']+)", Pattern.CASE_INSENSITIVE);

    private SecretRedaction() {}

    public static String redact(String sql, Engine engine) {
        if (!sql.toLowerCase(Locale.ROOT).contains("password")) {
            return sql;
        }
        StringBuilder redacted = new StringBuilder();
        boolean afterPassword = false;
        List<Token> tokens = Tokeniser.tokenise(sql, engine);
        for (Token token : tokens) {
            String text = sql.substring(token.start(), token.end());
            boolean literal = token.kind() == TokenKind.STRING;
            if (literal && afterPassword) {
                redacted.append("'***'");
            } else if (literal) {
                redacted.append(IN_CONNECTION_STRING.matcher(text).replaceAll("$1***"));
            } else {
                redacted.append(text);
            }
            if (token.isSignificant()) {
                boolean names = token.kind() == TokenKind.WORD || token.kind() == TokenKind.QUOTED_IDENTIFIER;
                String plain = text.replace("\"", "").toLowerCase(Locale.ROOT);
                boolean joins = text.equals("=") || text.equals("(");
                afterPassword = (names && plain.endsWith("password")) || (afterPassword && joins);
            }
        }
        return redacted.toString();
    }
}
