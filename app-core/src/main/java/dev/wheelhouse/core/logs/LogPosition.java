package dev.wheelhouse.core.logs;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A place between two lines of one source, from which it can be read on, also by another console and after a restart.
 * Immutable; two are equal when their texts are.
 */
public final class LogPosition {

    /** Longest text of a place in one log. */
    public static final int LONGEST = 512;

    /** Longest text of a place in several logs that are merged. */
    public static final int LONGEST_MERGED = 16 << 10;

    private final Supplier<String> source;
    private volatile @Nullable String text;

    /**
     * @param text opaque to everybody but the source; printable ASCII without blanks, at most {@link #LONGEST} characters,
     *     or {@link #LONGEST_MERGED} for several logs merged
     */
    public LogPosition(String text) {
        this.source = () -> text;
        this.text = text;
    }

    private LogPosition(Supplier<String> source) {
        this.source = source;
    }

    /** A place whose text is made when somebody asks for it: of many lines only the last one's is ever looked at. */
    public static LogPosition madeWhenAsked(Supplier<String> text) {
        return new LogPosition(text);
    }

    public String text() {
        String known = text;
        if (known == null) {
            known = source.get();
            text = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LogPosition that && that.text().equals(text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
