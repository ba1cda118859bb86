package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.search.Automaton;
import dev.wheelhouse.core.logs.search.ByteSearch;
import dev.wheelhouse.core.logs.search.Expression;
import dev.wheelhouse.core.logs.search.ExpressionParser;
import dev.wheelhouse.core.logs.search.LiteralSearch;
import dev.wheelhouse.core.logs.search.RequiredText;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that was checked.
 *
 * @param path of the field that it was given in
 * @param required what every line that matches contains; null when that is unknown
 * @param isLiteral whether containing {@code required}, or anything where that is null, is all there is to it
 * @param automaton null where there is none, and where {@code isLiteral}
 */
record CompiledPattern(
        String path,
        Pattern pattern,
        @Nullable LiteralSearch required,
        boolean isLiteral,
        @Nullable Automaton automaton) {

    private static final int LONGEST = 1000;

    /** @throws AppException {@code validation_failed} on the path */
    static CompiledPattern of(String path, LogPattern pattern) {
        String text = pattern.text();
        if (text.length() > LONGEST) {
            throw AppException.invalid(path, "Use at most " + LONGEST + " characters.");
        }
        if (text.indexOf('\n') >= 0) {
            throw AppException.invalid(path, "A pattern is looked for within one line. Leave out the line break.");
        }
        boolean isAscii = LiteralSearch.isAscii(text);
        boolean byBytes = pattern.caseSensitive() || isAscii;
        int flags = pattern.caseSensitive() ? 0 : Pattern.CASE_INSENSITIVE | (isAscii ? 0 : Pattern.UNICODE_CASE);
        Pattern compiled = compiled(path, text, pattern.regex() ? flags : flags | Pattern.LITERAL);
        boolean isLiteral = byBytes && !pattern.regex();
        if (isLiteral) {
            LiteralSearch literal = text.isEmpty() ? null : LiteralSearch.of(text, pattern.caseSensitive());
            return new CompiledPattern(path, compiled, literal, true, null);
        }
        Expression expression =
                pattern.regex() ? ExpressionParser.parse(text, flags) : ExpressionParser.literal(text, flags);
        String required = expression == null || !byBytes ? null : RequiredText.of(expression, pattern.caseSensitive());
        LiteralSearch literal = required == null ? null : LiteralSearch.of(required, pattern.caseSensitive());
        return new CompiledPattern(path, compiled, literal, false, Automaton.of(expression));
    }

    /** For all places within a line. */
    Matcher matcher(String line, Duration limit) {
        LineChars chars = new LineChars(limit.toNanos(), () -> false);
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        chars.set(bytes, 0, bytes.length);
        return pattern.matcher(chars);
    }

    private static Pattern compiled(String path, String text, int flags) {
        try {
            return Pattern.compile(text, flags);
        } catch (PatternSyntaxException e) {
            String where = e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1);
            throw AppException.invalid(
                    path,
                    "This is no regular expression: " + e.getDescription() + where
                            + ". Put \\ before a sign that stands for itself, or search for it as text.");
        } catch (StackOverflowError _) {
            throw AppException.invalid(path, "The expression is nested too deeply. Use fewer groups.");
        }
    }

    /** For one thread; null when every line matches. A {@code LineSearch} where it can search many lines at once. */
    @Nullable
    ByteSearch search(BooleanSupplier isStopped) {
        if (isLiteral) {
            return required;
        }
        RegexSearch regex = new RegexSearch(path, pattern, required, isStopped);
        return automaton == null ? regex : automaton.search(regex, isStopped);
    }
}
