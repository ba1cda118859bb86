package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in a journal: behind an entry, or behind some lines of it. As a position it is the entry's cursor with
 * characters that need no escape in an address.
 *
 * @param cursor as systemd writes it, such as {@code s=21cf…;i=21;b=332d…;m=2fbf…;t=660d…;x=2ddf…}
 * @param linesRead of an entry with more lines; 0 when it was read whole
 */
record JournalPlace(String cursor, int linesRead) {

    private static final Pattern CURSOR = Pattern.compile("[a-z]=[0-9a-f]{1,32}(;[a-z]=[0-9a-f]{1,32}){1,11}");
    private static final Pattern POSITION =
            Pattern.compile("([a-z]-[0-9a-f]{1,32}(?:\\.[a-z]-[0-9a-f]{1,32}){1,11})(?:~([1-9][0-9]{0,8}))?");
    private static final Pattern REALTIME = Pattern.compile("(?:^|;)t=([0-9a-f]{1,15})(?:;|$)");

    static boolean isCursor(String text) {
        return CURSOR.matcher(text).matches();
    }

    LogPosition position() {
        return LogPosition.madeWhenAsked(
                () -> cursor.replace('=', '-').replace(';', '.') + (linesRead == 0 ? "" : "~" + linesRead));
    }

    /** @throws AppException {@code validation_failed} on {@code after} */
    static JournalPlace of(LogPosition position) {
        Matcher matcher = POSITION.matcher(position.text());
        if (!matcher.matches()) {
            throw AppException.invalid("after", "Use a position that this log has given.");
        }
        String lines = matcher.group(2);
        return new JournalPlace(
                matcher.group(1).replace('-', '=').replace('.', ';'), lines == null ? 0 : Integer.parseInt(lines));
    }

    /** When the entry was written; null when the cursor does not have it. */
    @Nullable
    Instant time() {
        Matcher matcher = REALTIME.matcher(cursor);
        return matcher.find()
                ? new JournalEntry(cursor, Long.parseLong(matcher.group(1), 16), 0, new byte[0]).time()
                : null;
    }
}
