package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import java.time.Instant;
import java.util.TreeMap;

/**
 * Gives each line of a container's log its place, in the order in which the engine sends them, and leaves out those up to
 * a place that is known. Not thread-safe.
 */
final class LogPlaces {

    private final String containerId;
    private final TreeMap<Long, Long> linesOfSecond = new TreeMap<>();
    private Instant newest = Instant.EPOCH;
    private long toSkip;
    private long since = Long.MIN_VALUE;
    private Instant skipUntil = Instant.EPOCH;

    /** From the log's oldest line, or from any time for which the engine was asked. */
    LogPlaces(String containerId) {
        this.containerId = containerId;
    }

    /** From a place on, of a reading that began at {@link LogPlace#since}. */
    static LogPlaces after(String containerId, LogPlace place) {
        LogPlaces places = new LogPlaces(containerId);
        if (place.isOf(containerId)) {
            places.toSkip = place.count();
            places.since = place.since();
            places.skipUntil = place.newest().plusSeconds(LogPlace.DISORDER);
        }
        return places;
    }

    /** Takes the next line; whether it is one that was read before. */
    boolean isKnown(LogLine line) {
        note(line);
        Instant time = line.time();
        if (toSkip == 0 || time == null) {
            return toSkip > 0;
        }
        if (time.getEpochSecond() < since) {
            return true;
        }
        if (time.isAfter(skipUntil)) {
            // What came before was rotated away.
            toSkip = 0;
            return false;
        }
        toSkip--;
        return true;
    }

    private void note(LogLine line) {
        Instant time = line.time();
        if (time == null) {
            return;
        }
        linesOfSecond.merge(time.getEpochSecond(), 1L, Long::sum);
        if (time.isAfter(newest)) {
            newest = time;
            linesOfSecond.headMap(LogPlace.since(newest)).clear();
        }
    }

    /** The second of the newest line that was taken. */
    long newestSecond() {
        return newest.getEpochSecond();
    }

    /** The line that was taken last, with the place behind it. */
    PlacedLine placed(LogLine line) {
        return new PlacedLine(line, position());
    }

    /** Behind the line that was taken last. */
    LogPosition position() {
        long count = 0;
        for (long each : linesOfSecond.tailMap(LogPlace.since(newest)).values()) {
            count += each;
        }
        return LogPlace.of(containerId, newest, count).toPosition();
    }
}
