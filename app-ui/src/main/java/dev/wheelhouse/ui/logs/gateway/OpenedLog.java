package dev.wheelhouse.ui.logs.gateway;

import dev.wheelhouse.core.logs.document.LogDocument;
import java.util.List;

/**
 * A log that was opened.
 *
 * @param title for its tab
 * @param where it is, in a few words, such as {@code /var/log/syslog on web-1}
 * @param sources names of the logs that were merged, as their lines have them; empty for one alone
 */
public record OpenedLog(LogDocument document, String title, String where, List<String> sources) {

    public OpenedLog {
        sources = List.copyOf(sources);
    }
}
