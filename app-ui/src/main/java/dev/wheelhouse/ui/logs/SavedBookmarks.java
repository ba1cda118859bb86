package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.state.WindowState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bookmarks of all logs, as the window remembers them. Several panes may show one log, so each change is made to what is
 * remembered now. Belongs to the window's thread.
 */
final class SavedBookmarks {

    private static final String KEY = "logs.bookmarks";
    private static final int MOST_LOGS = 200;
    private static final int MOST_MARKS = 500;
    private static final int LONGEST_TEXT = 300;

    private final WindowState state;

    /**
     * A marked line, described so that it is found again after its log was loaded anew.
     *
     * @param offset where it began; of a file that only grew it still does
     * @param time as {@link java.time.Instant#toString} writes it; null where none was known
     * @param text as it came, its beginning
     */
    record Mark(
            long offset, @Nullable String time, @Nullable String text) {

        static Mark of(ShownLine line) {
            String text = line.text();
            return new Mark(
                    line.id(),
                    line.time() == null ? null : line.time().toString(),
                    text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT));
        }

        String words() {
            return text == null ? "" : text;
        }

        /** Whether a line has this text; a longer one may go on differently. */
        boolean hasText(String line) {
            return words().length() < LONGEST_TEXT ? line.equals(words()) : line.startsWith(words());
        }

        private boolean isSameLineAs(Mark other) {
            boolean samePlace = time != null || offset == other.offset;
            return samePlace && Objects.equals(time, other.time) && words().equals(other.words());
        }
    }

    private record Log(@Nullable LogTarget target, @Nullable List<Mark> marks) {}

    private record Saved(@Nullable List<Log> logs) {}

    SavedBookmarks(WindowState state) {
        this.state = state;
    }

    List<Mark> of(LogTarget target) {
        return logs().stream()
                .filter(log -> target.equals(log.target()))
                .findFirst()
                .flatMap(log -> Optional.ofNullable(log.marks()))
                .orElse(List.of());
    }

    void add(LogTarget target, Mark mark) {
        List<Mark> marks = new ArrayList<>(of(target));
        marks.removeIf(each -> each.isSameLineAs(mark));
        marks.add(mark);
        write(target, marks);
    }

    void remove(LogTarget target, Mark mark) {
        List<Mark> marks = new ArrayList<>(of(target));
        marks.removeIf(each -> each.isSameLineAs(mark));
        write(target, marks);
    }

    void clear(LogTarget target) {
        write(target, List.of());
    }

    private List<Log> logs() {
        return state.read(KEY, Saved.class)
                .flatMap(saved -> Optional.ofNullable(saved.logs()))
                .orElse(List.of());
    }

    /** The log that was marked last is kept longest. */
    private void write(LogTarget target, List<Mark> marks) {
        List<Log> all = new ArrayList<>(logs());
        all.removeIf(log -> target.equals(log.target()));
        if (!marks.isEmpty()) {
            all.add(new Log(target, newest(marks, MOST_MARKS)));
        }
        state.write(KEY, new Saved(newest(all, MOST_LOGS)));
    }

    private static <T> List<T> newest(List<T> all, int most) {
        return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
    }
}
