package dev.wheelhouse.core.apps.container.log;

import dev.wheelhouse.core.apps.container.engine.Engine;
import dev.wheelhouse.core.apps.container.engine.EngineStream;
import dev.wheelhouse.core.apps.container.engine.InspectedContainer;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.follow.ReconnectingFollowing;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of one container, as long as its engine keeps it; runs one after the other are one log. Thread-safe.
 */
public final class ContainerLog implements LogSource {

    /** Beyond what is asked for, so that the seconds of the first wanted line are there whole. */
    private static final int SLACK = 500;

    private static final int GROWTH = 8;
    private static final int MOST_BY_COUNT = 100_000;

    /** Lines before the first wanted one that are read for the sake of its place, in seconds. */
    private static final long LEAD = 2 * LogPlace.DISORDER;

    /** For one reading that does not follow; some engines read all of a log to find its end. */
    static final Duration LIMIT = Duration.ofMinutes(1);

    /** After which a search answers what it has. */
    private static final Duration BUDGET = Duration.ofSeconds(20);

    private final String name;
    private final String container;
    private final boolean isToCome;
    private final Supplier<Engine> engine;
    private final Workers workers;
    private final Duration budget;

    /**
     * @param name for people
     * @param container its name on the server
     * @param isToCome whether a container that is not there will be made yet: until then its log is empty, and who follows
     *     it waits for it
     * @param engine asked at each use
     */
    public ContainerLog(String name, String container, boolean isToCome, Supplier<Engine> engine, Workers workers) {
        this(name, container, isToCome, engine, workers, BUDGET);
    }

    ContainerLog(
            String name,
            String container,
            boolean isToCome,
            Supplier<Engine> engine,
            Workers workers,
            Duration budget) {
        this.budget = budget;
        this.name = name;
        this.container = container;
        this.isToCome = isToCome;
        this.engine = engine;
        this.workers = workers;
    }

    /** Whether it is a place in the log of one container. */
    public static boolean isPlace(LogPosition position) {
        return LogPlace.isPlace(position);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public LogPage tail(int lines, long mostBytes) {
        Engine asked = engine.get();
        return find(asked)
                .map(found -> tail(asked, found, lines, mostBytes))
                .orElseGet(() -> new LogPage(List.of(), null, false));
    }

    @Override
    public List<LogLine> newest(int lines, long mostBytes) {
        Engine asked = engine.get();
        return find(asked)
                .map(found -> {
                    if (asked.isPodman()) {
                        return byTime(asked, found, lines, mostBytes).lines();
                    }
                    NewestLines newest = new NewestLines(found.id(), lines, mostBytes);
                    // One more: of the first only the end may be there.
                    newest.read(asked, found, lines + 1);
                    return newest.lines();
                })
                .orElseGet(List::of);
    }

    /** Empty while it is still to come. */
    private Optional<InspectedContainer> find(Engine asked) {
        return isToCome ? asked.find(container) : Optional.of(asked.inspect(container));
    }

    /** For an engine that does not find the newest lines by their number, or does not send them as they are. */
    private static NewestLines byTime(Engine engine, InspectedContainer container, int lines, long mostBytes) {
        NewestLines roughly = new NewestLines(container.id(), lines, mostBytes);
        roughly.read(engine, container, lines + SLACK);
        NewestLines newest = new NewestLines(container.id(), lines, mostBytes);
        newest.readSince(engine, container, roughly.isAll() ? 0 : roughly.oldestSecond() - LEAD);
        return newest;
    }

    static LogPage tail(Engine engine, InspectedContainer container, int lines, long mostBytes) {
        for (int count = lines + SLACK; count <= MOST_BY_COUNT && !engine.isPodman(); count *= GROWTH) {
            NewestLines newest = new NewestLines(container.id(), lines, mostBytes);
            if (newest.read(engine, container, count)) {
                return newest.page();
            }
        }
        return byTime(engine, container, lines, mostBytes).page();
    }

    /** @param container as it was before the stream was asked for */
    static LogLines open(Engine engine, EngineStream stream, InspectedContainer container) {
        BooleanSupplier isOver = () -> !container.running()
                && engine.find(container.id()).map(container::hasNotRunSince).orElse(true);
        return container.tty() ? LogLines.raw(stream.body(), isOver) : LogLines.framed(stream.body(), isOver);
    }

    static AppException broken(String container, IOException cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The log of the container " + container + " broke off: " + cause.getMessage() + ".",
                cause);
    }

    @Override
    public LogPage search(LogSearch search) {
        LogPosition after = search.after();
        LogPlace place = after == null ? null : LogPlace.parse(after);
        LineFilter.Run filter = LineFilter.of(search.filter()).start();
        Engine asked = engine.get();
        Optional<InspectedContainer> present = find(asked);
        if (present.isEmpty()) {
            return new LogPage(List.of(), after, false);
        }
        InspectedContainer found = present.get();
        LogPlace known = place != null && place.isOf(found.id()) ? place : null;
        Instant from = search.from();
        long since = Math.max(
                known == null ? Long.MIN_VALUE : known.since(),
                from == null ? Long.MIN_VALUE : from.getEpochSecond() - LEAD);
        // Where the time bound is the later one, it leaves out whatever was read before.
        LogPlaces places = known != null && since == known.since()
                ? LogPlaces.after(found.id(), known)
                : new LogPlaces(found.id());
        try (EngineStream stream = asked.logs(found.id(), since(since), LIMIT)) {
            return matching(open(asked, stream, found), places, search, filter);
        } catch (IOException e) {
            throw broken(container, e);
        }
    }

    static String since(long second) {
        return second <= 0 ? "" : "&since=" + second;
    }

    /** What there is within the budget; who asks goes on from its end. */
    private LogPage matching(LogLines lines, LogPlaces places, LogSearch search, LineFilter.Run filter)
            throws IOException {
        long began = System.nanoTime();
        List<PlacedLine> found = new ArrayList<>();
        boolean isAny = false;
        Instant to = search.to();
        for (Optional<LogLine> next = lines.next(); next.isPresent(); next = lines.next()) {
            LogLine line = next.get();
            if (to != null && isAfter(line, to.plusSeconds(LogPlace.DISORDER))) {
                break;
            }
            isAny = true;
            boolean isNew = !places.isKnown(line);
            if (isNew && isWithin(line, search) && filter.test(line.text())) {
                found.add(places.placed(line));
            }
            boolean isLate = isNew && System.nanoTime() - began > budget.toNanos();
            if (isLate || found.size() == search.limit()) {
                return new LogPage(found, places.position(), true);
            }
        }
        return new LogPage(found, isAny ? places.position() : search.after(), false);
    }

    private static boolean isWithin(LogLine line, LogSearch search) {
        Instant time = line.time();
        Instant from = search.from();
        Instant to = search.to();
        return time == null || ((from == null || !time.isBefore(from)) && (to == null || time.isBefore(to)));
    }

    private static boolean isAfter(LogLine line, Instant bound) {
        Instant time = line.time();
        return time != null && time.isAfter(bound);
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        if (after != null) {
            LogPlace.parse(after);
        }
        return ReconnectingFollowing.start(name, after, new ContainerLogReading(container, isToCome, engine), workers);
    }
}
