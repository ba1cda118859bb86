package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.LogDocument;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds marked lines again: at their place, else at their time, else by their text. Blocks. */
final class MarkSearch {

    private static final int AT_ONCE = 200;
    private static final int MOST_OF_ONE_TIME = 10_000;

    private final LogDocument document;

    MarkSearch(LogDocument document) {
        this.document = document;
    }

    /** Those that the document has. */
    Map<SavedBookmarks.Mark, DocumentLine> find(List<SavedBookmarks.Mark> marks) {
        Map<SavedBookmarks.Mark, DocumentLine> found = new HashMap<>();
        for (SavedBookmarks.Mark mark : marks) {
            find(mark).ifPresent(line -> found.put(mark, line));
        }
        return found;
    }

    private Optional<DocumentLine> find(SavedBookmarks.Mark mark) {
        Optional<DocumentLine> there = mark.offset() < 0
                ? Optional.empty()
                : document.from(mark.offset(), 1).stream()
                        .filter(line -> line.offset() == mark.offset() && mark.hasText(line.text()))
                        .findFirst();
        if (there.isPresent()) {
            return there;
        }
        Instant time = time(mark.time());
        return time == null ? byText(mark) : atTime(mark, time);
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException _) {
            return null;
        }
    }

    private Optional<DocumentLine> atTime(SavedBookmarks.Mark mark, Instant time) {
        Optional<DocumentLine> first = document.lineAt(time);
        if (first.isEmpty()) {
            return first;
        }
        long offset = first.get().offset();
        for (int read = 0; read < MOST_OF_ONE_TIME; read += AT_ONCE) {
            List<DocumentLine> lines = document.from(offset, AT_ONCE);
            for (DocumentLine line : lines) {
                if (line.time() != null && line.time().isAfter(time)) {
                    return Optional.empty();
                }
                if (time.equals(line.time()) && mark.hasText(line.text())) {
                    return Optional.of(line);
                }
            }
            if (lines.size() < AT_ONCE) {
                break;
            }
            offset = lines.getLast().offset() + lines.getLast().length() + 1;
        }
        return Optional.empty();
    }

    private Optional<DocumentLine> byText(SavedBookmarks.Mark mark) {
        return mark.words().isBlank()
                ? Optional.empty()
                : document.findFrom(0, new LogPattern(mark.words(), false, true))
                        .filter(line -> mark.hasText(line.text()));
    }
}
