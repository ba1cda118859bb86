package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.DocumentState;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.ui.controls.log.AnsiText;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lines that a person marked in one log, from the first to the last. They are back after a restart: a line is found again by
 * its place, its time or its text, as soon as the log has it. Belongs to the window's thread.
 */
public final class LogBookmarks {

    private static final int WORDS = 90;

    private final LogTarget target;
    private final SavedBookmarks saved;
    private final Latest finding;
    private final TreeMap<Long, Bookmark> marked = new TreeMap<>();
    private List<SavedBookmarks.Mark> missing;
    private Runnable changed = () -> {};
    private @Nullable Looked looked;

    /**
     * A marked line.
     *
     * @param id of the line, which grows along the log
     * @param number -1 while it is not known
     */
    public record Bookmark(long id, long number, SavedBookmarks.Mark mark) {

        /** How it begins. */
        public String words() {
            return LogBookmarks.words(mark);
        }
    }

    /** When was looked for those that are missing: there is more to find in other lines, and in all of them. */
    private record Looked(long generation, boolean counted, boolean fromStart) {

        static Looked at(DocumentState state) {
            return new Looked(state.generation(), state.isCounted(), state.isFromStart());
        }
    }

    LogBookmarks(LogTarget target, SavedBookmarks saved, Background background) {
        this.target = target;
        this.saved = saved;
        this.finding = new Latest(background);
        this.missing = saved.of(target);
    }

    /** @param run when bookmarks were found again */
    void setOnFound(Runnable run) {
        changed = run;
    }

    private static String words(SavedBookmarks.Mark mark) {
        String text = AnsiText.strip(mark.words()).strip();
        return text.length() <= WORDS ? text : text.substring(0, WORDS - 1) + "…";
    }

    /** The document has news: looks for those that were not found yet. */
    void refresh(LogDocument document) {
        Looked now = Looked.at(document.state());
        if (now.equals(looked)) {
            return;
        }
        if (looked != null && looked.generation() != now.generation()) {
            // Other lines: those that were found are other ones as well.
            forgetPlaces();
        }
        looked = now;
        List<SavedBookmarks.Mark> wanted = missing;
        if (!wanted.isEmpty()) {
            finding.run(() -> new MarkSearch(document).find(wanted), this::found, _ -> {});
        }
    }

    private void found(Map<SavedBookmarks.Mark, DocumentLine> lines) {
        if (lines.isEmpty()) {
            return;
        }
        missing = missing.stream().filter(each -> !lines.containsKey(each)).toList();
        lines.forEach((mark, line) -> marked.put(line.offset(), new Bookmark(line.offset(), line.number(), mark)));
        changed.run();
    }

    private void forgetPlaces() {
        List<SavedBookmarks.Mark> all = new ArrayList<>(missing);
        marked.values().forEach(each -> all.add(each.mark()));
        missing = List.copyOf(all);
        marked.clear();
    }

    /** The document is closed; another one may be opened. */
    void closed() {
        finding.cancel();
        forgetPlaces();
        looked = null;
    }

    /** Sets or takes away the mark of a line. */
    public void toggle(ShownLine line) {
        Bookmark before = marked.remove(line.id());
        if (before != null) {
            saved.remove(target, before.mark());
            return;
        }
        SavedBookmarks.Mark mark = SavedBookmarks.Mark.of(line);
        marked.put(line.id(), new Bookmark(line.id(), line.number(), mark));
        saved.add(target, mark);
    }

    public boolean isMarked(long id) {
        return marked.containsKey(id);
    }

    public void clear() {
        marked.clear();
        missing = List.of();
        saved.clear(target);
    }

    /** The next one after a line; the first one when there is none. */
    Optional<Bookmark> after(long id) {
        return marked.isEmpty()
                ? Optional.empty()
                : Optional.of(Optional.ofNullable(marked.higherEntry(id))
                        .orElse(marked.firstEntry())
                        .getValue());
    }

    /** The last one before a line; the last of all when there is none. */
    Optional<Bookmark> before(long id) {
        return marked.isEmpty()
                ? Optional.empty()
                : Optional.of(Optional.ofNullable(marked.lowerEntry(id))
                        .orElse(marked.lastEntry())
                        .getValue());
    }

    /** From the first to the last. */
    List<Bookmark> list() {
        return List.copyOf(marked.values());
    }

    /** How those begin that are not among the lines that are here. */
    List<String> missing() {
        return missing.stream().map(LogBookmarks::words).toList();
    }
}
