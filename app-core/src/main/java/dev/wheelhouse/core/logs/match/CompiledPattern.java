package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.search.Automaton;
import dev.wheelhouse.core.logs.search.ByteSearch;
import dev.wheelhouse.core.logs.search.LiteralSearch;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A pattern that was checked. Immutable. */
final class CompiledPattern {

    private static final int LONGEST = 1000;

    private final String path;
    private final Pattern pattern;
    private final @Nullable LiteralSearch literal;
    private final boolean isLiteral;
    private final @Nullable Automaton automaton;

    /** @param isLiteral whether containing {@code literal}, or anything where that is null, is all there is to it */
    private CompiledPattern(
            String path,
            Pattern pattern,
            @Nullable LiteralSearch literal,
            boolean isLiteral,
            @Nullable Automaton automaton) {
        this.path = path;
        this.pattern = pattern;
        this.literal = literal;
        this.isLiteral = isLiteral;
        this.automaton = automaton;
    }

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
        int flags = pattern.caseSensitive() ? 0 : Pattern.CASE_INSENSITIVE | (isAscii ? 0 : Pattern.UNICODE_CASE);
        boolean byBytes = pattern.caseSensitive() || isAscii;
        if (!pattern.regex()) {
            Pattern quoted = Pattern.compile(text, flags | Pattern.LITERAL);
            LiteralSearch literal = !byBytes || text.isEmpty() ? null : literal(text, pattern);
            return new CompiledPattern(path, quoted, literal, byBytes, byBytes ? null : Automaton.ofText(text, flags));
        }
        Pattern regex = compiled(path, text, flags);
        String required = byBytes ? RequiredText.of(text) : null;
        LiteralSearch literal = required == null ? null : literal(required, pattern);
        return new CompiledPattern(path, regex, literal, false, Automaton.of(text, flags));
    }

    /** For all places within a line. */
    Matcher matcher(String line, Duration limit) {
        LineChars chars = new LineChars(limit.toNanos(), () -> false);
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        chars.set(bytes, 0, bytes.length);
        return pattern.matcher(chars);
    }

    private static LiteralSearch literal(String text, LogPattern pattern) {
        return LiteralSearch.of(text, pattern.caseSensitive());
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

    /** What every line that matches contains; null when that cannot be told. */
    @Nullable
    LiteralSearch required() {
        return literal;
    }

    /** Whether containing {@link #required} is all there is to it. */
    boolean isLiteral() {
        return isLiteral;
    }

    /** For one thread; null when every line matches. A {@code LineSearch} where it can search many lines at once. */
    @Nullable
    ByteSearch search(BooleanSupplier isStopped) {
        if (isLiteral) {
            return literal;
        }
        RegexSearch regex = new RegexSearch(path, pattern, literal, isStopped);
        return automaton == null ? regex : automaton.search(regex, isStopped);
    }
}
