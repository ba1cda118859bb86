package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.AnsiText;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Lines that a person marked in one log, from the first to the last. Belongs to the window's thread. */
public final class LogBookmarks {

    private static final int WORDS = 90;

    private final TreeMap<Long, Bookmark> marked = new TreeMap<>();
    private List<Bookmark> all = List.of();

    /**
     * A marked line.
     *
     * @param id of the line, which grows along the log
     * @param number -1 while it is not known
     * @param words how it begins
     */
    public record Bookmark(long id, long number, String words) {}

    /** Sets or takes away the mark of a line. */
    public void toggle(ShownLine line) {
        if (marked.remove(line.id()) == null) {
            String text = AnsiText.strip(line.text()).strip();
            marked.put(
                    line.id(),
                    new Bookmark(
                            line.id(),
                            line.number(),
                            text.length() <= WORDS ? text : text.substring(0, WORDS - 1) + "…"));
        }
        all = List.copyOf(marked.values());
    }

    public boolean isMarked(long id) {
        return marked.containsKey(id);
    }

    public void clear() {
        marked.clear();
        all = List.of();
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
        return all;
    }
}
