package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.match.LineGroups;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds the lines that belong together around one. */
final class Spans {

    private static final int BEFORE = 1000;
    private static final int AFTER = 2000;
    private static final int AT_ONCE = 250;

    private Spans() {}

    static Optional<LineSpan> around(Content content, LineFormat format, long number) throws IOException {
        LineGroups groups = new LineGroups();
        long at = Math.max(0, number - BEFORE);
        long offset = RawLines.startOf(content, at);
        long head = at;
        long limit = number + AFTER;
        while (at < limit) {
            List<RawLine> lines = RawLines.from(content, offset, AT_ONCE);
            for (RawLine each : lines) {
                byte[] bytes = each.head();
                boolean continued = groups.next(bytes, format.textStart(bytes, 0, bytes.length), bytes.length);
                if (!continued) {
                    if (at > number) {
                        return span(head, at - 1);
                    }
                    head = at;
                }
                at++;
            }
            if (lines.size() < AT_ONCE) {
                break;
            }
            offset = lines.getLast().offset() + lines.getLast().length() + 1;
        }
        return span(head, at - 1);
    }

    private static Optional<LineSpan> span(long head, long last) {
        return last > head ? Optional.of(new LineSpan(head, last)) : Optional.empty();
    }
}
