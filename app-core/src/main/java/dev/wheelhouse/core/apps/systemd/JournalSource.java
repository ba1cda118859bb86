package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.follow.ReconnectingFollowing;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the journal of a server has of one unit, systemd's own words about it included. Thread-safe. */
final class JournalSource implements LogSource {

    private final String name;
    private final UnitName unit;
    private final Supplier<Host> host;
    private final Workers workers;

    JournalSource(String name, UnitName unit, Supplier<Host> host, Workers workers) {
        this.name = name;
        this.unit = unit;
        this.host = host;
        this.workers = workers;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public LogPage tail(int lines, long mostBytes) {
        Host asked = host.get();
        LogPage page = newest(asked, lines, mostBytes);
        if (page.end() != null) {
            return page;
        }
        // Whoever goes on from here must miss nothing, so the place is one from before the unit had a line.
        JournalPlace before = Journalctl.newest(asked);
        LogPage again = newest(asked, lines, mostBytes);
        return again.end() != null || before == null ? again : new LogPage(List.of(), before.position(), false);
    }

    private LogPage newest(Host asked, int lines, long mostBytes) {
        Newest newest = new Newest(lines, mostBytes);
        Journalctl.read(
                asked,
                Journalctl.command("--lines=" + lines, Journalctl.of(unit)),
                entry -> entry.lines().forEach(newest::add));
        return newest.page();
    }

    @Override
    public LogPage search(LogSearch search) {
        LogPosition after = search.after();
        JournalPlace place = after == null ? null : JournalPlace.of(after);
        JournalSearch reading = new JournalSearch(search, place, LineFilter.of(search.filter()));
        List<String> argv = Journalctl.command(Journalctl.of(unit));
        Instant from = search.from();
        Instant at = place == null ? null : place.time();
        if (place != null && (from == null || at == null || !from.isAfter(at))) {
            argv.add(Journalctl.from(place));
        } else if (from != null) {
            argv.add(Journalctl.since(from));
        }
        if (search.to() != null) {
            argv.add(Journalctl.before(search.to()));
        }
        Journalctl.read(host.get(), argv, reading);
        return reading.page();
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        if (after != null) {
            JournalPlace.of(after);
        }
        return ReconnectingFollowing.start(name, after, new JournalReading(unit, host, workers), workers);
    }

    /** The newest lines within both bounds. For one thread. */
    private static final class Newest {

        private final int most;
        private final long mostBytes;
        private final Deque<PlacedLine> lines = new ArrayDeque<>();
        private final Deque<Integer> sizes = new ArrayDeque<>();
        private long bytes;
        private boolean cut;
        private @Nullable LogPosition end;

        Newest(int most, long mostBytes) {
            this.most = most;
            this.mostBytes = mostBytes;
        }

        void add(PlacedLine line) {
            int size = line.line().text().getBytes(StandardCharsets.UTF_8).length;
            lines.add(line);
            sizes.add(size);
            bytes += size;
            end = line.after();
            while (lines.size() > most || (bytes > mostBytes && !lines.isEmpty())) {
                cut |= bytes > mostBytes;
                lines.remove();
                bytes -= sizes.remove();
            }
        }

        LogPage page() {
            return new LogPage(new ArrayList<>(lines), end, cut);
        }
    }
}
