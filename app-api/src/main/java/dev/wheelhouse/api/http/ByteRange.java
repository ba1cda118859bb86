package dev.wheelhouse.api.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of a representation that a request asks for (RFC 9110 section 14). Several parts at once are answered as the
 * whole, as a server may.
 *
 * @param first the first byte, from 0
 * @param last the last byte, inclusive
 */
record ByteRange(long first, long last) {

    private static final Pattern FORM = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /** What a Range header comes to. */
    sealed interface Asked {}

    /** Everything: no header, one of another unit, or one that is malformed or has several parts. */
    record Whole() implements Asked {}

    record Part(ByteRange range) implements Asked {}

    /** Nothing of it lies in the representation. */
    record Outside() implements Asked {}

    static Asked of(@Nullable String header, long size) {
        Matcher form = FORM.matcher(header == null ? "" : header.strip());
        if (!form.matches() || (form.group(1).isEmpty() && form.group(2).isEmpty())) {
            return new Whole();
        }
        if (form.group(1).isEmpty()) {
            long count = Long.parseLong(form.group(2));
            return count == 0 || size == 0 ? new Outside() : part(Math.max(0, size - count), size - 1);
        }
        long first = Long.parseLong(form.group(1));
        long last = form.group(2).isEmpty() ? size - 1 : Math.min(Long.parseLong(form.group(2)), size - 1);
        if (!form.group(2).isEmpty() && Long.parseLong(form.group(2)) < first) {
            return new Whole();
        }
        return first >= size ? new Outside() : part(first, last);
    }

    private static Asked part(long first, long last) {
        return new Part(new ByteRange(first, last));
    }

    long length() {
        return last - first + 1;
    }
}
