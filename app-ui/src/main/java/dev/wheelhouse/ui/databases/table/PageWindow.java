package dev.wheelhouse.ui.databases.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A few pages of a long list, one behind the other without a gap, wherever somebody looks. Rows are found by cursors, so
 * their index is exact only where it was counted: from the beginning, or back from an end whose count is known. After a
 * rough landing it is a guess, which is put right as soon as the beginning or the end comes into the window.
 */
final class PageWindow<R> {

    static final int PAGE = 200;
    static final int MOST_PAGES = 6;

    private record Kept<R>(RowSlice<R> slice, RowLoad origin) {}

    private final List<Kept<R>> pages = new ArrayList<>();
    private long firstIndex;
    private boolean placeExact;
    private long count;
    private boolean countExact;
    private boolean loaded;

    long count() {
        return count;
    }

    boolean isCountExact() {
        return countExact;
    }

    boolean isPlaceExact() {
        return placeExact;
    }

    /** Whether anything was read yet. */
    boolean isLoaded() {
        return loaded;
    }

    int pages() {
        return pages.size();
    }

    long firstIndex() {
        return firstIndex;
    }

    /** The index behind the last known row. */
    long endIndex() {
        return firstIndex
                + pages.stream().mapToLong(page -> page.slice().rows().size()).sum();
    }

    /** Null for a row that is not in the window. */
    @Nullable
    R rowAt(long index) {
        long from = firstIndex;
        for (Kept<R> page : pages) {
            int size = page.slice().rows().size();
            if (index >= from && index < from + size) {
                return page.slice().rows().get((int) (index - from));
            }
            from += size;
        }
        return null;
    }

    /** Forgets everything, for another order or other filters. */
    void clear() {
        pages.clear();
        firstIndex = 0;
        placeExact = false;
        count = 0;
        countExact = false;
        loaded = false;
    }

    /** Takes a count from elsewhere; what the window itself saw of the end counts more. */
    void setCount(long rows, boolean exact) {
        boolean sawEnd = loaded && placeExact && !pages.isEmpty() && !last().hasMore();
        if (sawEnd || (loaded && pages.isEmpty())) {
            return;
        }
        count = Math.max(rows, endIndex() + (!pages.isEmpty() && last().hasMore() ? 1 : 0));
        countExact = exact && count == rows;
    }

    private RowSlice<R> first() {
        return pages.getFirst().slice();
    }

    private RowSlice<R> last() {
        return pages.getLast().slice();
    }

    /** What to read so that these rows, both included, are known and a little around them. */
    Optional<RowLoad> wanted(long first, long last) {
        if (!loaded) {
            return Optional.of(RowLoad.start(PAGE));
        }
        if (pages.isEmpty()) {
            return Optional.empty();
        }
        // Who looks has perhaps not heard yet that there are fewer rows.
        return wantedWithin(Math.min(first, count - 1), Math.min(last, count - 1));
    }

    private Optional<RowLoad> wantedWithin(long first, long last) {
        boolean near = first < endIndex() + PAGE && last >= firstIndex - PAGE;
        if (!near) {
            return Optional.of(jump(first, last));
        }
        if (last + PAGE / 2 >= endIndex() && last().hasMore()) {
            return Optional.of(following());
        }
        if (first - PAGE / 2 < firstIndex && first().hasLess()) {
            return Optional.of(preceding());
        }
        return Optional.empty();
    }

    private RowLoad jump(long first, long last) {
        if (first < PAGE) {
            return RowLoad.start(PAGE);
        }
        if (last >= count - PAGE) {
            return RowLoad.end(PAGE);
        }
        return RowLoad.near((double) first / (double) count, first, PAGE);
    }

    private RowLoad following() {
        String next = last().next();
        if (next != null) {
            return RowLoad.after(next, endIndex(), PAGE);
        }
        return placeExact
                ? RowLoad.offset(endIndex(), PAGE)
                : RowLoad.near(Math.min(1, (double) endIndex() / (double) Math.max(1, count)), endIndex(), PAGE);
    }

    private RowLoad preceding() {
        String previous = first().previous();
        if (previous != null) {
            return RowLoad.before(previous, firstIndex, PAGE);
        }
        if (placeExact) {
            long from = Math.max(0, firstIndex - PAGE);
            return RowLoad.offset(from, (int) Math.max(1, firstIndex - from));
        }
        long from = Math.max(0, firstIndex - PAGE);
        return RowLoad.near((double) from / (double) Math.max(1, count), from, PAGE);
    }

    /** What to read to see again, as it is now, the page that this row is on. */
    RowLoad again(long index) {
        long from = firstIndex;
        for (Kept<R> page : pages) {
            int size = page.slice().rows().size();
            if (index < from + size || page.equals(pages.getLast())) {
                RowLoad origin = page.origin();
                long place = origin.kind() == RowLoad.Kind.BEFORE ? from + size : from;
                return new RowLoad(origin.kind(), origin.cursor(), origin.fraction(), place, origin.limit(), true);
            }
            from += size;
        }
        return RowLoad.start(PAGE);
    }

    /**
     * Takes what a load brought; what does not fit to the window any more is ignored.
     *
     * @return how far the rows that were known moved
     */
    long accept(RowLoad load, RowSlice<R> slice) {
        Kept<R> page = new Kept<>(slice, load);
        if (!load.replacing() && !loaded) {
            return 0;
        }
        if (load.replacing() || pages.isEmpty()) {
            replace(load, page);
            // Whoever looks at the place where the rows were guessed goes with them.
            long landed = load.kind() == RowLoad.Kind.NEAR && !pages.isEmpty() ? firstIndex - load.index() : 0;
            return landed + settle();
        }
        switch (load.kind()) {
            case AFTER -> {
                if (load.cursor().equals(last().next())) {
                    append(page);
                }
            }
            case BEFORE -> {
                if (load.cursor().equals(first().previous())) {
                    prepend(page);
                }
            }
            case OFFSET -> {
                if (load.index() == endIndex()) {
                    append(page);
                } else if (load.index() + slice.rows().size() == firstIndex) {
                    prepend(page);
                }
            }
            case START, END, NEAR -> replace(load, page);
        }
        return settle();
    }

    private void replace(RowLoad load, Kept<R> page) {
        RowSlice<R> slice = page.slice();
        int size = slice.rows().size();
        boolean knewPlace = placeExact;
        pages.clear();
        loaded = true;
        if (size > 0) {
            pages.add(page);
        }
        switch (load.kind()) {
            case START -> place(0, true);
            case END -> place(Math.max(0, count - size), countExact || slice.offset() >= 0);
            case NEAR -> place(load.index(), false);
            case AFTER -> place(load.index(), knewPlace);
            case BEFORE -> place(Math.max(0, load.index() - size), knewPlace);
            case OFFSET -> place(load.index(), true);
        }
        if (slice.offset() >= 0) {
            place(slice.offset(), true);
        }
        if (size == 0) {
            place(0, true);
            count = 0;
            countExact = true;
        }
    }

    private void place(long index, boolean exact) {
        firstIndex = index;
        placeExact = exact;
    }

    private void append(Kept<R> page) {
        if (page.slice().rows().isEmpty()) {
            Kept<R> border = pages.removeLast();
            pages.add(new Kept<>(border.slice().withoutMore(), border.origin()));
            return;
        }
        pages.add(page);
        while (pages.size() > MOST_PAGES) {
            firstIndex += pages.removeFirst().slice().rows().size();
        }
    }

    private void prepend(Kept<R> page) {
        if (page.slice().rows().isEmpty()) {
            Kept<R> border = pages.removeFirst();
            pages.addFirst(new Kept<>(border.slice().withoutLess(), border.origin()));
            return;
        }
        firstIndex -= page.slice().rows().size();
        pages.addFirst(page);
        while (pages.size() > MOST_PAGES) {
            pages.removeLast();
        }
    }

    /** Puts indexes and count right by what is seen of the beginning and the end; returns how far rows moved. */
    private long settle() {
        if (pages.isEmpty()) {
            return 0;
        }
        long before = firstIndex;
        if (!first().hasLess()) {
            place(0, true);
        } else if (firstIndex < 1) {
            // There are rows before the guessed beginning.
            place(PAGE, false);
        }
        if (last().hasMore()) {
            if (endIndex() >= count) {
                count = endIndex() + PAGE;
                countExact = false;
            }
        } else if (placeExact) {
            count = endIndex();
            countExact = true;
        } else if (endIndex() >= count) {
            count = endIndex();
            countExact = false;
        } else {
            place(firstIndex + count - endIndex(), countExact);
        }
        return firstIndex - before;
    }
}
