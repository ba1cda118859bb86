package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A pattern that was checked. Immutable. */
final class CompiledPattern {

    private static final int LONGEST = 1000;

    private final String path;
    private final @Nullable Pattern regex;
    private final @Nullable LiteralSearch literal;
    private final Pattern marking;

    private CompiledPattern(String path, @Nullable Pattern regex, @Nullable LiteralSearch literal, Pattern marking) {
        this.marking = marking;
        this.path = path;
        this.regex = regex;
        this.literal = literal;
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
        if (!pattern.regex()) {
            Pattern quoted = Pattern.compile(text, flags | Pattern.LITERAL);
            boolean byBytes = pattern.caseSensitive() || isAscii;
            LiteralSearch literal = !byBytes || text.isEmpty() ? null : literal(text, pattern);
            return new CompiledPattern(path, byBytes ? null : quoted, literal, quoted);
        }
        String required = pattern.caseSensitive() || isAscii ? RequiredText.of(text) : null;
        Pattern regex = compiled(path, text, flags);
        return new CompiledPattern(path, regex, required == null ? null : literal(required, pattern), regex);
    }

    /** For all places within a line, under the time limit of {@link RegexSearch}. */
    Matcher matcher(String line) {
        LineChars chars = new LineChars(RegexSearch.LIMIT.toNanos(), () -> false);
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        chars.set(bytes, 0, bytes.length);
        return marking.matcher(chars);
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
        return regex == null;
    }

    /** For one thread; null when every line matches. */
    @Nullable
    ByteSearch search(BooleanSupplier isStopped) {
        return regex == null ? literal : new RegexSearch(path, regex, literal, isStopped);
    }
}
