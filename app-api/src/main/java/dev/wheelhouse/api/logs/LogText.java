package dev.wheelhouse.api.logs;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Lines of a log as text in UTF-8, page after page, of which one is in memory. */
final class LogText {

    private LogText() {}

    /**
     * Writes a page and all that follow it.
     *
     * @param times whether each line begins with its time and a blank, where it has one
     */
    static void write(LogSource source, LogSearch search, LogPage first, boolean times, OutputStream out)
            throws IOException {
        LogPage page = first;
        while (true) {
            for (PlacedLine each : page.lines()) {
                Instant time = each.line().time();
                if (times && time != null) {
                    out.write((time + " ").getBytes(StandardCharsets.UTF_8));
                }
                out.write(each.line().text().getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
            if (!page.hasMore() || page.end() == null) {
                return;
            }
            page = source.search(
                    new LogSearch(search.filter(), search.from(), search.to(), page.end(), search.limit()));
        }
    }
}
