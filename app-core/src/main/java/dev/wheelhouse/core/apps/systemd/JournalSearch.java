package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a journal's entries as they are read and keeps the lines that are looked for. For one thread. */
final class JournalSearch implements JournalParser.Taking {

    /** After so long what was found is given, and the reader may go on from there. */
    private static final Duration BUDGET = Duration.ofSeconds(10);

    private final LogSearch search;
    private final LineFilter.Run filter;
    private final BehindPlace behind;
    private final long began = System.nanoTime();
    private final List<PlacedLine> lines = new ArrayList<>();
    private @Nullable LogPosition end;
    private boolean hasMore;

    /** @param place where the reading begins, so that what is not behind it is left out; null for none */
    JournalSearch(LogSearch search, @Nullable JournalPlace place, LineFilter filter) {
        this.search = search;
        this.filter = filter.start();
        this.behind = new BehindPlace(place);
        this.end = search.after();
    }

    @Override
    public void entry(JournalEntry entry) {
        for (PlacedLine line : behind.of(entry)) {
            if (isWanted(line.line())) {
                if (lines.size() >= search.limit()) {
                    hasMore = true;
                    throw new Journalctl.Enough();
                }
                lines.add(line);
            }
            end = line.after();
        }
        if (System.nanoTime() - began > BUDGET.toNanos()) {
            hasMore = true;
            throw new Journalctl.Enough();
        }
    }

    private boolean isWanted(LogLine line) {
        Instant time = line.time();
        Instant from = search.from();
        Instant to = search.to();
        if (time != null && ((from != null && time.isBefore(from)) || (to != null && !time.isBefore(to)))) {
            return false;
        }
        return filter.test(line.text());
    }

    LogPage page() {
        return new LogPage(lines, end, hasMore);
    }
}
