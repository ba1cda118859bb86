package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.match.LineFilter;
import java.util.List;
import java.util.Set;

/** Filters a document in the background. */
final class FilterPass extends DocumentPass implements FilteredLines {

    private final FileDocument document;
    private final LineFilter filter;
    private final LineFormat format;
    private final Set<String> hidden;
    private volatile RowSet rows = new RowSet();
    private volatile long tailNumber = -1;
    private LineMatches matches;
    private long number;

    FilterPass(FileDocument document, LineFilter filter, LineFormat format, Set<String> hidden) {
        super(document);
        this.hidden = hidden;
        this.document = document;
        this.filter = filter;
        this.format = format;
        this.matches = freshMatches();
    }

    private LineMatches freshMatches() {
        return new LineMatches(filter, format, hidden, this::isClosed);
    }

    @Override
    void begin() {
        rows = new RowSet();
        matches = freshMatches();
        tailNumber = -1;
        number = 0;
    }

    @Override
    void lines(byte[] bytes, int length) {
        tailNumber = -1;
        RowSet found = rows;
        long first = number;
        number += matches.all(bytes, length, line -> found.add(first + line));
    }

    @Override
    void tail(byte[] bytes, int length) {
        // A run that is thrown away: the line is tried again once it is whole.
        boolean isIn = length > 0 && freshMatches().isMatch(bytes, 0, length);
        tailNumber = isIn ? number : -1;
    }

    @Override
    public long count() {
        return isCurrent() ? rows.count() + (tailNumber < 0 ? 0 : 1) : 0;
    }

    @Override
    public List<DocumentLine> rows(long first, int count) {
        if (!isCurrent()) {
            return List.of();
        }
        RowSet known = rows;
        long tail = tailNumber;
        long all = known.count();
        long end = Math.min(all + (tail < 0 ? 0 : 1), first + Math.clamp(count, 0, 1000));
        long[] numbers = new long[(int) Math.max(0, end - first)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = first + i < all ? known.get(first + i) : tail;
        }
        return document.linesOf(numbers);
    }

    /** The number of the line of a row; -1 behind the last. */
    long numberOf(long row) {
        RowSet known = rows;
        if (row < known.count()) {
            return known.get(row);
        }
        return row == known.count() ? tailNumber : -1;
    }

    @Override
    public long rowOf(long line) {
        return rows.rank(Math.max(0, line));
    }

    @Override
    public void close() {
        super.close();
        document.forget(this);
    }
}
