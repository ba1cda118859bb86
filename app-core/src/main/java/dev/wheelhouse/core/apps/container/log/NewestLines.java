package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.EngineStream;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.PlacedLine;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The last lines of one reading of a log; holds no more than those. Not thread-safe. */
final class NewestLines {

    private final LogPlaces places;
    private final int most;
    private final long mostBytes;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long bytes;
    private long firstSecond;
    private boolean left;
    private boolean whole;

    /** @param exact whether all lines that its place counts were read */
    private record Kept(PlacedLine line, long second, boolean exact) {}

    NewestLines(String containerId, int most, long mostBytes) {
        this.places = new LogPlaces(containerId);
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /**
     * Reads that many of the newest lines.
     *
     * @return whether the place of each line that is kept is right: the seconds before it are not cut
     */
    boolean read(Engine engine, InspectedContainer container, int count) {
        try (EngineStream stream = engine.logs(container.id(), "&tail=" + count, ContainerLog.LIMIT)) {
            LogLines lines = ContainerLog.open(engine, stream, container);
            Optional<LogLine> first = lines.next();
            first.ifPresent(this::add);
            firstSecond = places.newestSecond();
            for (Optional<LogLine> next = lines.next(); next.isPresent(); next = lines.next()) {
                add(next.get());
            }
            whole = lines.pieces() < count;
            if (!whole && first.isPresent() && !left) {
                // It may be the rest of a long line.
                kept.removeFirst();
                left = true;
            }
        } catch (IOException e) {
            throw ContainerLog.broken(container.name(), e);
        }
        return whole || (!kept.isEmpty() && kept.getFirst().exact());
    }

    /** Reads everything from a time on, in seconds since 1970; from the beginning for 0 or less. */
    void readSince(Engine engine, InspectedContainer container, long second) {
        try (EngineStream stream = engine.logs(container.id(), ContainerLog.since(second), ContainerLog.LIMIT)) {
            LogLines lines = ContainerLog.open(engine, stream, container);
            for (Optional<LogLine> next = lines.next(); next.isPresent(); next = lines.next()) {
                add(next.get());
            }
            whole = second <= 0;
            left |= !whole;
        } catch (IOException e) {
            throw ContainerLog.broken(container.name(), e);
        }
    }

    /** Whether none of the log's lines was left out. */
    boolean isAll() {
        return whole && !left;
    }

    private void add(LogLine line) {
        places.isKnown(line);
        long newest = places.newestSecond();
        kept.add(new Kept(places.placed(line), newest, newest - LogPlace.DISORDER > firstSecond));
        bytes += line.text().length() + 1L;
        while (kept.size() > most || (bytes > mostBytes && kept.size() > 1)) {
            bytes -= kept.removeFirst().line().line().text().length() + 1L;
            left = true;
        }
    }

    /** The second of the oldest line that is kept; 0 for none. */
    long oldestSecond() {
        return kept.isEmpty() ? 0 : kept.getFirst().second();
    }

    List<LogLine> lines() {
        return kept.stream().map(each -> each.line().line()).toList();
    }

    LogPage page() {
        List<PlacedLine> lines = kept.stream().map(Kept::line).toList();
        return new LogPage(
                lines, lines.isEmpty() ? null : lines.getLast().after(), left || (!whole && !lines.isEmpty()));
    }
}
