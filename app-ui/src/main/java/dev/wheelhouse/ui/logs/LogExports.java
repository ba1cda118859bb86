package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.ui.fx.Background;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Closes documents, but not while a job still writes their lines to a file. Belongs to the window's thread. */
final class LogExports {

    private final Background background;
    private final Map<LogDocument, Integer> writing = new HashMap<>();
    private final Set<LogDocument> leaving = new HashSet<>();

    LogExports(Background background) {
        this.background = background;
    }

    void begun(LogDocument document) {
        writing.merge(document, 1, Integer::sum);
    }

    void ended(LogDocument document) {
        writing.computeIfPresent(document, (_, count) -> count == 1 ? null : count - 1);
        if (!writing.containsKey(document) && leaving.remove(document)) {
            close(document);
        }
    }

    void close(LogDocument document) {
        if (writing.containsKey(document)) {
            leaving.add(document);
            return;
        }
        // Closing may wait for what is being read.
        background.run(
                () -> {
                    document.close();
                    return true;
                },
                _ -> {},
                _ -> {});
    }
}
