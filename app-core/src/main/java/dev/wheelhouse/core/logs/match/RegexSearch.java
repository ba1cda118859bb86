package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.search.ByteSearch;
import dev.wheelhouse.core.logs.search.LiteralSearch;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tries a regular expression on lines, each within a time limit. Not thread-safe. */
final class RegexSearch implements ByteSearch {

    /** How long an expression may take on one line. */
    static final Duration LIMIT = Duration.ofMillis(250);

    /** Only so many bytes of a line are looked at. */
    static final int LONGEST_LINE = 4 << 20;

    private final String path;
    private final @Nullable LiteralSearch required;
    private final LineChars chars;
    private final Matcher matcher;

    RegexSearch(String path, Pattern pattern, @Nullable LiteralSearch required, BooleanSupplier isStopped) {
        this.path = path;
        this.required = required;
        this.chars = new LineChars(LIMIT.toNanos(), isStopped);
        this.matcher = pattern.matcher(chars);
    }

    @Override
    public boolean isIn(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + LONGEST_LINE);
        if (required != null && !required.isIn(bytes, from, end)) {
            return false;
        }
        chars.set(bytes, from, end);
        try {
            return matcher.reset().find();
        } catch (LineChars.Interrupted e) {
            throw e.stopped
                    ? new AppException(PlatformError.CANCELLED, "The search was cancelled.")
                    : AppException.invalid(
                            path,
                            "The expression takes longer than " + LIMIT.toMillis()
                                    + " ms on one line. Let no repetition stand within another, as in (a+)+,"
                                    + " and say what comes between instead of .* where you can.");
        } catch (StackOverflowError _) {
            throw AppException.invalid(
                    path,
                    "The expression repeats a group too often on one line. Repeat a set of characters, as in [ab]*,"
                            + " instead of alternatives, as in (a|b)*.");
        }
    }
}
