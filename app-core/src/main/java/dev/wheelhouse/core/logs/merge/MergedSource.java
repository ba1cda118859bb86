package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Several logs as one. Lines carry the name of their log as their instance when there are more than one. A log that cannot
 * be read is named in the notice and does not keep back the others; only when none can be read does a call fail. Thread-safe.
 */
public final class MergedSource implements LogSource {

    /** How long a line that is followed waits for older ones of other logs. */
    public static final Duration WINDOW = Duration.ofMillis(200);

    /** In bytes, beside what is given: the one line more that is asked for. */
    private static final long LONGEST_LINE = 1 << 20;

    private final String name;
    private final List<NamedSource> sources;
    private final List<String> names;
    private final Workers workers;
    private final LineTimes times;
    private final SourcePages pages;
    private final boolean isNamed;

    private MergedSource(String name, List<NamedSource> sources, boolean isNamed, Workers workers, LineTimes times) {
        this.isNamed = isNamed && sources.size() > 1;
        this.name = name;
        this.sources = List.copyOf(sources);
        this.names = sources.stream().map(NamedSource::name).toList();
        this.workers = workers;
        this.times = times;
        this.pages = new SourcePages(this.sources, workers);
        Set<String> known = new HashSet<>();
        for (String each : names) {
            if (!known.add(each)) {
                throw new IllegalArgumentException("Two logs are called " + each);
            }
        }
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("There is no log to merge");
        }
    }

    /**
     * Puts logs together.
     *
     * @param name of the whole
     * @param sources at least one, each with a name of its own
     * @param times for lines whose log knows no time of them
     * @throws IllegalArgumentException for none, or when two have one name
     */
    public static MergedSource of(String name, List<NamedSource> sources, Workers workers, LineTimes times) {
        return new MergedSource(name, sources, true, workers, times);
    }

    /** The place in a whole that is one log alone, of that name. */
    public static LogPosition place(String source, LogPosition place) {
        return MergedPositions.of(List.of(source), new LogPosition[] {place});
    }

    /** As {@link #of}, of the parts of one log, such as its two streams: lines keep the instance that they have. */
    public static MergedSource ofParts(String name, List<NamedSource> sources, Workers workers, LineTimes times) {
        return new MergedSource(name, sources, false, workers, times);
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * As {@link LogSource#tail}. Of each log a share of the bytes is read at first, and more only of those that would leave
     * a gap: fifty logs at once would not fit into the memory.
     */
    @Override
    public LogPage tail(int lines, long mostBytes) {
        // One more than is asked for: the first of a log then only serves as the place that the others come after.
        boolean isAlone = sources.size() == 1;
        int asked = isAlone ? lines : lines + 1;
        Shares shares = new Shares(sources.size(), isAlone ? mostBytes : mostBytes + LONGEST_LINE);
        SourcePages.Answers answers = pages.ask((index, source) -> source.tail(asked, shares.bytes(index)));
        while (true) {
            Tail tail = tailOf(answers, isAlone);
            int from = Math.max(tail.gapless(), LogPage.firstOfNewest(tail.merged(), lines, mostBytes));
            boolean isEnough = from > tail.gapless() || tail.merged().size() - from >= lines;
            if (isEnough || !shares.grow(tail.held())) {
                return new LogPage(
                        tail.merged().subList(from, tail.merged().size()),
                        tail.end(),
                        from > 0 || answers.hasMore(),
                        answers.notice());
            }
            List<@Nullable LogPage> before = answers.pages();
            answers = pages.ask((index, source) -> {
                LogPage known = before.get(index);
                return known == null || tail.held().contains(index) ? source.tail(asked, shares.bytes(index)) : known;
            });
        }
    }

    /**
     * What was read, merged.
     *
     * @param gapless the index of the first line before which lines of some log are missing
     * @param held the logs that are cut nearest to the end
     * @param end behind all of it
     */
    private record Tail(List<PlacedLine> merged, int gapless, Set<Integer> held, LogPosition end) {}

    private Tail tailOf(SourcePages.Answers answers, boolean isAlone) {
        @Nullable LogPosition[] places = new LogPosition[sources.size()];
        PageMerge merge = new PageMerge(names, places);
        List<LineOrdering.Ordered> all = new ArrayList<>();
        Instant gap = Instant.MIN;
        Set<Integer> held = new HashSet<>();
        for (int i = 0; i < places.length; i++) {
            LogPage page = answers.pages().get(i);
            if (page == null) {
                continue;
            }
            List<PlacedLine> lines = page.lines();
            boolean isCut = !isAlone && page.hasMore() && !lines.isEmpty();
            places[i] = isCut ? lines.getFirst().after() : MergedPositions.OLDEST;
            List<LineOrdering.Ordered> ordered = ordering(i).order(isCut ? lines.subList(1, lines.size()) : lines);
            merge.add(i, ordered, false);
            all.addAll(ordered);
            if (page.hasMore()) {
                // Of a line alone that is cut, or none at all, it is not known how old what comes before is.
                Instant first =
                        ordered.isEmpty() ? Instant.MAX : ordered.getFirst().order();
                if (first.isAfter(gap)) {
                    gap = first;
                    held.clear();
                }
                if (first.equals(gap)) {
                    held.add(i);
                }
            }
        }
        Instant since = isAlone ? Instant.MIN : gap;
        int gapless =
                (int) all.stream().filter(each -> each.order().isBefore(since)).count();
        List<PlacedLine> merged = merge.merge(Integer.MAX_VALUE);
        return new Tail(merged, gapless, held, end(places, answers, merge));
    }

    /** How many bytes are read of each log. */
    private static final class Shares {

        private static final long LEAST = 256 << 10;
        private static final int GROWTH = 4;

        private final long most;
        private final long[] bytes;

        Shares(int logs, long most) {
            this.most = most;
            this.bytes = new long[logs];
            Arrays.fill(bytes, Math.min(most, Math.max(LEAST, most / logs)));
        }

        long bytes(int log) {
            return bytes[log];
        }

        /** False when each of them has all that there may be. */
        boolean grow(Set<Integer> logs) {
            boolean grown = false;
            for (int each : logs) {
                grown |= bytes[each] < most;
                bytes[each] = Math.min(most, bytes[each] * GROWTH);
            }
            return grown;
        }
    }

    private LineOrdering ordering(int index) {
        return new LineOrdering(sources.get(index), !isNamed, times);
    }

    /** Behind what was looked at of the logs whose lines are all given out. */
    private LogPosition end(@Nullable LogPosition[] places, SourcePages.Answers answers, PageMerge merge) {
        for (int i = 0; i < places.length; i++) {
            LogPage page = answers.pages().get(i);
            if (page != null && page.end() != null && merge.isDrained(i)) {
                places[i] = page.end();
            }
        }
        return MergedPositions.of(names, places);
    }

    /**
     * As {@link LogSource#search}; a page may have fewer lines than asked for, or none, though more follow: where one log's
     * page is used up, what comes next of it may be older than what the others still have.
     */
    @Override
    public LogPage search(LogSearch search) {
        LogPosition after = search.after();
        @Nullable
        LogPosition[] places = after == null ? new LogPosition[sources.size()] : MergedPositions.parse(after, names);
        for (int i = 0; i < places.length; i++) {
            places[i] = places[i] == null ? MergedPositions.OLDEST : places[i];
        }
        int fair = Math.max(100, 2 * search.limit() / sources.size());
        int limit = sources.size() == 1 ? search.limit() : Math.min(search.limit(), fair);
        @Nullable LogPosition[] begun = places.clone();
        SourcePages.Answers answers = pages.ask((index, source) -> source.search(new LogSearch(
                search.filter(),
                search.from(),
                search.to(),
                MergedPositions.OLDEST.equals(begun[index]) ? null : begun[index],
                limit)));
        PageMerge merge = new PageMerge(names, places);
        for (int i = 0; i < places.length; i++) {
            LogPage page = answers.pages().get(i);
            if (page != null) {
                merge.add(i, ordering(i).order(page.lines()), page.hasMore());
            }
        }
        List<PlacedLine> merged = merge.merge(search.limit());
        boolean hasMore = !merge.isDrained() || answers.hasMore();
        return new LogPage(merged, end(places, answers, merge), hasMore, answers.notice());
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        return follow(after, WINDOW);
    }

    /** As {@link #follow(LogPosition)}, with another wait for lines that come late. */
    LogFollowing follow(@Nullable LogPosition after, Duration window) {
        @Nullable
        LogPosition[] places = after == null ? new LogPosition[sources.size()] : MergedPositions.parse(after, names);
        return MergedFollowing.start(sources, places, times, window, isNamed, workers);
    }
}
