package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.DocumentState;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LevelCounts;
import dev.wheelhouse.core.logs.document.LineSpan;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.document.LogRows;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.controls.log.AnsiText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A document in memory, which a test lets grow. Thread-safe. */
final class ListedDocument implements LogDocument {

    final List<DocumentLine> lines = new CopyOnWriteArrayList<>();
    final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    final List<Shown> filters = new CopyOnWriteArrayList<>();
    volatile String notice = "";
    volatile boolean counted = true;
    volatile long generation;
    volatile boolean closed;

    /** Thrown where the newest lines are asked for; null for none. */
    volatile @Nullable AppException failure;

    ListedDocument add(LogLevel level, @Nullable Instant time, @Nullable String instance, String text) {
        return add(level, time, instance, false, text);
    }

    ListedDocument add(
            LogLevel level, @Nullable Instant time, @Nullable String instance, boolean continued, String text) {
        long number = lines.size();
        boolean cut = text.length() > LONGEST_SHOWN;
        lines.add(new DocumentLine(
                number,
                number * 100,
                text.length(),
                time,
                LogStream.STDOUT,
                instance,
                level,
                continued,
                cut ? text.substring(0, LONGEST_SHOWN) : text,
                cut));
        return this;
    }

    void tell() {
        listeners.forEach(Runnable::run);
    }

    @Override
    public String name() {
        return "listed";
    }

    @Override
    public DocumentState state() {
        return new DocumentState(
                generation, lines.size(), counted, lines.size() * 100L, counted ? 1 : 0.4, true, false, notice);
    }

    @Override
    public Registration onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public List<DocumentLine> last(int count) {
        AppException refused = failure;
        if (refused != null) {
            throw refused;
        }
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    @Override
    public List<DocumentLine> before(long offset, int count) {
        int at = (int) (offset / 100);
        return lines.subList(Math.max(0, at - count), at);
    }

    @Override
    public List<DocumentLine> from(long offset, int count) {
        return rows(offset / 100, count);
    }

    @Override
    public String wholeText(DocumentLine line) {
        return line.text() + "x".repeat((int) line.length() - line.text().length());
    }

    @Override
    public FilteredLines filtered(LogFilter filter, Set<String> hidden) {
        Predicate<DocumentLine> wanted = matching(filter);
        Shown shown = new Shown(line -> wanted.test(line) && !hidden.contains(String.valueOf(line.instance())));
        filters.add(shown);
        return shown;
    }

    private static Predicate<DocumentLine> matching(LogFilter filter) {
        List<Predicate<String>> has =
                filter.include().stream().map(ListedDocument::matching).toList();
        List<Predicate<String>> not =
                filter.exclude().stream().map(ListedDocument::matching).toList();
        return line -> {
            String text = AnsiText.strip(line.text());
            return (filter.levels().isEmpty() || filter.levels().contains(line.level()))
                    && has.stream().allMatch(each -> each.test(text))
                    && not.stream().noneMatch(each -> each.test(text));
        };
    }

    private static Predicate<String> matching(LogPattern pattern) {
        int flags = (pattern.caseSensitive() ? 0 : Pattern.CASE_INSENSITIVE) | (pattern.regex() ? 0 : Pattern.LITERAL);
        return Pattern.compile(pattern.text(), flags).asPredicate();
    }

    /** What a filter lets through. */
    final class Shown implements FilteredLines {

        private final Predicate<DocumentLine> wanted;
        volatile boolean closed;
        volatile @Nullable AppException failure;

        private Shown(Predicate<DocumentLine> wanted) {
            this.wanted = wanted;
        }

        private List<DocumentLine> all() {
            return closed ? List.of() : lines.stream().filter(wanted).toList();
        }

        @Override
        public double progress() {
            return 1;
        }

        @Override
        public @Nullable AppException failure() {
            return failure;
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public long count() {
            return all().size();
        }

        @Override
        public boolean isComplete() {
            return true;
        }

        @Override
        public List<DocumentLine> rows(long first, int count) {
            return part(all(), first, count);
        }

        @Override
        public long rowOf(long number) {
            return all().stream().filter(line -> line.number() < number).count();
        }
    }

    @Override
    public LevelCounts counts() {
        Map<LogLevel, Long> counts = new EnumMap<>(LogLevel.class);
        for (LogLevel level : LogLevel.values()) {
            counts.put(
                    level, lines.stream().filter(line -> line.level() == level).count());
        }
        return new LevelCounts(counts, true);
    }

    @Override
    public Optional<DocumentLine> findFrom(long offset, LogPattern pattern) {
        return lines.stream()
                .filter(line -> line.offset() >= offset && matching(pattern).test(line.text()))
                .findFirst();
    }

    @Override
    public Optional<DocumentLine> findBefore(long offset, LogPattern pattern) {
        return new ArrayList<>(lines)
                .reversed().stream()
                        .filter(line ->
                                line.offset() < offset && matching(pattern).test(line.text()))
                        .findFirst();
    }

    @Override
    public Optional<DocumentLine> lineAt(Instant time) {
        return lines.stream()
                .filter(line -> line.time() != null && !line.time().isBefore(time))
                .findFirst()
                .or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast()));
    }

    @Override
    public Optional<LineSpan> span(long number) {
        return Optional.empty();
    }

    @Override
    public long copy(LogRows rows, OutputStream to) throws IOException {
        List<DocumentLine> all = rows.rows(0, 1000);
        for (DocumentLine line : all) {
            to.write((line.text() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return all.size();
    }

    @Override
    public void loadEverything() {}

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public long count() {
        return lines.size();
    }

    @Override
    public boolean isComplete() {
        return counted;
    }

    @Override
    public List<DocumentLine> rows(long first, int count) {
        return part(lines, first, count);
    }

    private static List<DocumentLine> part(List<DocumentLine> all, long first, int count) {
        int from = (int) Math.min(first, all.size());
        return List.copyOf(all.subList(from, Math.min(all.size(), from + count)));
    }

    @Override
    public long rowOf(long number) {
        return Math.min(number, lines.size());
    }
}
