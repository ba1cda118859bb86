package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.document.LogRows;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.fx.Background;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a document for a view: a few pages are kept, the others are read when they are seen. Until the document has
 * counted itself its newest lines stand in for it. Belongs to the window's thread.
 */
final class DocumentLines implements LogLines {

    private static final int PAGE = 256;
    private static final int MOST_PAGES = 48;
    /** Characters in all kept pages. */
    private static final long MOST_CHARACTERS = 6_000_000;

    private static final int MOST_UNDER_WAY = 3;
    private static final int NEWEST = 1000;

    private final LogDocument document;
    private final LogRows rows;
    private final Background background;
    private final SourceNames names;
    private final ShownLines shown;
    private final List<Listener> listeners = new ArrayList<>();
    private final Map<Long, List<ShownLine>> pages = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Long, Background.Handle> underWay = new HashMap<>();
    private final Set<Long> unread = new HashSet<>();
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>();
    private List<ShownLine> newest = List.of();
    private @Nullable Long wanted;
    private boolean provisional;
    private boolean isCounting;
    private long end;
    private long generation;
    private long characters;
    private int epoch;

    /** @param newest stands in while the document is not counted; null where the rows are to be shown as they are */
    DocumentLines(
            LogDocument document,
            LogRows rows,
            Background background,
            SourceNames names,
            @Nullable List<DocumentLine> newest) {
        this.document = document;
        this.rows = rows;
        this.background = background;
        this.names = names;
        this.shown = new ShownLines(names::index);
        this.generation = document.state().generation();
        this.provisional = newest != null;
        this.isCounting = !isCounted();
        if (newest != null) {
            takeNewest(newest);
        } else {
            this.end = rows.count();
        }
    }

    /** The newest lines of a document that has not counted itself; null for one that has. Reads. */
    static @Nullable List<DocumentLine> newestOf(LogDocument document) {
        return document.state().isCounted() ? null : document.last(NEWEST);
    }

    private void takeNewest(List<DocumentLine> lines) {
        newest = shown.of(new ShownLines.Reading(lines, 0, List.of()));
        end = newest.size();
    }

    LogRows rows() {
        return rows;
    }

    /** Whether the newest lines stand in for rows that are not counted yet. */
    boolean isProvisional() {
        return provisional;
    }

    /** Looks what became of the document. */
    void refresh() {
        long now = document.state().generation();
        if (now != generation) {
            generation = now;
            provisional = false;
            end = rows.count();
            forget();
            tell(Change.REPLACED);
            return;
        }
        if (provisional) {
            refreshProvisional();
            return;
        }
        boolean wasCounting = isCounting;
        isCounting &= !isCounted();
        long counted = rows.count();
        if (counted != end) {
            end = counted;
            tell(wasCounting ? Change.COUNTED : Change.GREW);
        }
    }

    /** Whether the rows were all found that there were at first. */
    private boolean isCounted() {
        return document.state().isCounted() && !(rows instanceof FilteredLines filtered && filtered.progress() < 1);
    }

    private void refreshProvisional() {
        if (document.state().isCounted()) {
            provisional = false;
            newest = List.of();
            end = rows.count();
            forget();
            tell(Change.REPLACED);
            return;
        }
        int asked = epoch;
        background.run(
                () -> Optional.ofNullable(newestOf(document)),
                read -> {
                    if (asked == epoch && provisional && read.isPresent()) {
                        takeNewest(read.get());
                        tell(Change.ARRIVED);
                    }
                },
                _ -> {});
    }

    private void forget() {
        epoch++;
        underWay.values().forEach(Background.Handle::cancel);
        underWay.clear();
        unread.clear();
        failure.set(null);
        pages.clear();
        characters = 0;
        wanted = null;
    }

    /** Reads nothing more. */
    void close() {
        forget();
        listeners.clear();
    }

    private void tell(Change change) {
        List.copyOf(listeners).forEach(each -> each.changed(change));
    }

    @Override
    public long first() {
        return 0;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public @Nullable ShownLine line(long row) {
        if (row < 0 || row >= end) {
            return null;
        }
        if (provisional) {
            return newest.get((int) row);
        }
        long page = row / PAGE;
        List<ShownLine> lines = pages.get(page);
        int at = (int) (row % PAGE);
        if (lines != null && at < lines.size()) {
            return lines.get(at);
        }
        fetch(page);
        return null;
    }

    private void fetch(long page) {
        if (underWay.containsKey(page) || unread.contains(page)) {
            return;
        }
        if (underWay.size() >= MOST_UNDER_WAY) {
            // What is seen last is wanted most; what a drag of the bar flew over is not.
            wanted = page;
            return;
        }
        int asked = epoch;
        // Marked first: work on the same thread has ended when the call returns.
        underWay.put(page, Background.Handle.NONE);
        Background.Handle handle = background.run(
                () -> ShownLines.Reading.of(rows, page * PAGE, PAGE),
                reading -> arrived(asked, page, reading),
                error -> failed(asked, page, error));
        underWay.replace(page, Background.Handle.NONE, handle);
    }

    /** It is not asked for again at each repaint, but when somebody wants it. */
    private void failed(int asked, long page, AppException error) {
        if (asked == epoch) {
            underWay.remove(page);
            unread.add(page);
            failure.set(error);
        }
    }

    /** Why lines that are seen could not be read; null for none. */
    ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    /** Reads again what could not be read. */
    void retry() {
        unread.clear();
        failure.set(null);
        tell(Change.ARRIVED);
    }

    private void arrived(int asked, long page, ShownLines.Reading reading) {
        if (asked != epoch) {
            return;
        }
        underWay.remove(page);
        List<ShownLine> lines = shown.of(reading);
        keep(page, lines);
        if (!lines.isEmpty()) {
            forgetStaleHead(page * PAGE, lines);
        }
        Long next = wanted;
        wanted = null;
        if (next != null && !pages.containsKey(next)) {
            fetch(next);
        }
        tell(Change.ARRIVED);
    }

    private void keep(long page, List<ShownLine> lines) {
        List<ShownLine> before = pages.put(page, lines);
        characters += length(lines) - (before == null ? 0 : length(before));
        var oldest = pages.values().iterator();
        while ((pages.size() > MOST_PAGES || characters > MOST_CHARACTERS) && pages.size() > 2) {
            characters -= length(oldest.next());
            oldest.remove();
        }
    }

    private static long length(List<ShownLine> lines) {
        return lines.stream().mapToLong(line -> line.text().length()).sum();
    }

    /** A stack trace that grew into this page is longer than the page before knows. */
    private void forgetStaleHead(long firstRow, List<ShownLine> lines) {
        int behind = lines.getFirst().behind();
        if (behind == 0) {
            return;
        }
        long headRow = firstRow - behind;
        List<ShownLine> headPage = pages.get(headRow / PAGE);
        int at = (int) (headRow % PAGE);
        if (headPage != null && at < headPage.size() && headPage.get(at).follows() < behind) {
            characters -= length(headPage);
            pages.remove(headRow / PAGE);
        }
    }

    @Override
    public void read(long from, long to, Consumer<List<ShownLine>> done) {
        long first = Math.max(0, from);
        long last = Math.min(to, end);
        if (provisional) {
            done.accept(List.copyOf(newest.subList((int) Math.min(first, last), (int) last)));
            return;
        }
        int asked = epoch;
        background.run(
                () -> {
                    List<DocumentLine> lines = new ArrayList<>();
                    for (long at = first; at < last; at += NEWEST) {
                        lines.addAll(rows.rows(at, (int) Math.min(NEWEST, last - at)));
                    }
                    return lines;
                },
                lines -> {
                    if (asked == epoch) {
                        done.accept(lines.stream()
                                .map(line -> shown.shown(line, 0, 0))
                                .toList());
                    }
                },
                _ -> {});
    }

    @Override
    public List<String> sources() {
        return names.all();
    }

    @Override
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }
}
