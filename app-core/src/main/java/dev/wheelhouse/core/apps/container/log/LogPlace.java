package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a container's log, found again by reading from the second before the newest time on and counting lines:
 * engines take a time to read from, some of them give times in whole seconds, and the two outputs' lines may be a little
 * out of order.
 *
 * @param container the first twelve signs of its id: another container of that name has another log
 * @param newest the newest time up to here
 * @param count lines up to here whose time is not before {@link #since}
 */
record LogPlace(String container, Instant newest, long count) {

    /** How much out of order lines may be, in seconds. */
    static final long DISORDER = 1;

    private static final int ID_LENGTH = 12;
    private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,12}):(-?[0-9]{1,11})\\.([0-9]{9}):([0-9]{1,15})");

    static LogPlace start(String containerId) {
        return new LogPlace(shortened(containerId), Instant.EPOCH, 0);
    }

    static LogPlace of(String containerId, Instant newest, long count) {
        return new LogPlace(shortened(containerId), newest, count);
    }

    private static String shortened(String id) {
        return id.length() > ID_LENGTH ? id.substring(0, ID_LENGTH) : id;
    }

    boolean isOf(String containerId) {
        return container.equals(shortened(containerId));
    }

    /** From where the engine is asked for lines, in seconds since 1970. */
    long since() {
        return since(newest);
    }

    static long since(Instant newest) {
        return newest.getEpochSecond() - DISORDER;
    }

    LogPosition toPosition() {
        return new LogPosition("%s:%d.%09d:%d".formatted(container, newest.getEpochSecond(), newest.getNano(), count));
    }

    static boolean isPlace(LogPosition position) {
        return FORM.matcher(position.text()).matches();
    }

    /** @throws AppException {@code validation_failed} on {@code after} for a place of another kind of log */
    static LogPlace parse(LogPosition position) {
        Matcher form = FORM.matcher(position.text());
        if (!form.matches()) {
            throw AppException.invalid("after", "This is not a place in a container's log. Read it from its end anew.");
        }
        return new LogPlace(
                form.group(1),
                Instant.ofEpochSecond(Long.parseLong(form.group(2)), Long.parseLong(form.group(3))),
                Long.parseLong(form.group(4)));
    }
}
