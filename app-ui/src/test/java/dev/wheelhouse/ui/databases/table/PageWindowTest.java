package dev.wheelhouse.ui.databases.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageWindowTest {

    /** A table of the numbers below a count; cursors are numbers, landings miss by up to a tenth. */
    private record Numbers(long rows, boolean cursors, Random random) {

        RowSlice<Long> read(RowLoad load) {
            int limit = load.limit();
            return switch (load.kind()) {
                case START -> slice(0, limit, false);
                case END -> slice(Math.max(0, rows - limit), limit, !cursors);
                case NEAR -> {
                    long miss = cursors ? random.nextLong(-rows / 10, rows / 10 + 1) : 0;
                    long from = Math.clamp((long) (load.fraction() * (double) rows) + miss, 0, Math.max(0, rows - 1));
                    RowSlice<Long> landed = slice(from, limit, !cursors);
                    yield new RowSlice<>(
                            landed.rows(), landed.hasMore(), true, landed.next(), mark(from), landed.offset());
                }
                case AFTER -> slice(Long.parseLong(load.cursor()) + 1, limit, false);
                case BEFORE -> {
                    long end = Long.parseLong(load.cursor());
                    long from = Math.max(0, end - limit);
                    yield slice(from, (int) (end - from), false);
                }
                case OFFSET -> slice(load.index(), limit, true);
            };
        }

        private RowSlice<Long> slice(long from, int limit, boolean counted) {
            long end = Math.min(rows, from + limit);
            List<Long> numbers = LongStream.range(from, end).boxed().toList();
            boolean more = end < rows;
            return new RowSlice<>(
                    numbers,
                    more,
                    from > 0,
                    more && !numbers.isEmpty() ? mark(end - 1) : null,
                    from > 0 && !numbers.isEmpty() ? mark(from) : null,
                    counted ? from : -1);
        }

        private @Nullable String mark(long row) {
            return cursors ? Long.toString(row) : null;
        }
    }

    @Test
    void showsAContiguousOrderedRunOfFewPagesWhateverIsScrolled() {
        Property.holds(400, random -> {
            long rows = random.nextInt(4) == 0 ? random.nextInt(50) : random.nextLong(1, 100_000);
            Numbers table = new Numbers(rows, random.nextInt(4) > 0, random);
            PageWindow<Long> window = new PageWindow<>();
            window.setCount((long) ((double) rows * random.nextDouble(0.5, 1.5)), false);
            long top = 0;
            for (int step = 0; step < 60; step++) {
                top = Math.clamp(move(top, window, random), 0, Math.max(0, window.count() - 1));
                top += look(window, table, top);
                check(window, rows);
            }
        });
    }

    private static long move(long top, PageWindow<Long> window, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> window.count() - 30;
            case 2 -> (long) (random.nextDouble() * (double) window.count());
            default -> top + random.nextInt(-400, 400);
        };
    }

    /** Loads until nothing more is wanted, as a screen of thirty rows would. */
    private static long look(PageWindow<Long> window, Numbers table, long top) {
        long moved = 0;
        for (int load = 0; load < 40; load++) {
            Optional<RowLoad> wanted = window.wanted(top + moved, top + moved + 29);
            if (wanted.isEmpty()) {
                return moved;
            }
            moved += window.accept(wanted.get(), table.read(wanted.get()));
        }
        throw new AssertionError("It never has enough at %d+%d: %d to %d of %d%n%s"
                .formatted(top, moved, window.firstIndex(), window.endIndex(), window.count(), table));
    }

    private static void check(PageWindow<Long> window, long rows) {
        assertThat(window.pages()).isLessThanOrEqualTo(PageWindow.MOST_PAGES);
        @Nullable Long before = null;
        for (long index = window.firstIndex(); index < window.endIndex(); index++) {
            Long row = Objects.requireNonNull(window.rowAt(index));
            if (before != null) {
                assertThat(row).isEqualTo(before + 1);
            }
            if (window.isPlaceExact()) {
                assertThat(row).isEqualTo(index);
            }
            before = row;
        }
        assertThat(window.firstIndex()).isNotNegative();
        assertThat(window.count()).isGreaterThanOrEqualTo(window.endIndex());
        if (window.isCountExact()) {
            assertThat(window.count()).isEqualTo(rows);
        }
    }

    @Test
    void numbersRowsAnewWhenTheBeginningComesIntoView() {
        Numbers table = new Numbers(10_000, true, new Random(3));
        PageWindow<Long> window = new PageWindow<>();
        window.setCount(12_000, false);
        window.accept(RowLoad.start(200), table.read(RowLoad.start(200)));
        RowLoad jump = RowLoad.near(0.02, 900, 200);
        window.accept(jump, table.read(jump));
        assertThat(window.isPlaceExact()).isFalse();

        long top = window.firstIndex();
        for (int page = 0; page < 10 && !window.isPlaceExact(); page++) {
            top += look(window, table, Math.max(0, top));
            top = Math.max(0, top - 150);
        }

        assertThat(window.isPlaceExact()).isTrue();
        assertThat(window.rowAt(0)).isZero();
    }

    @Test
    void knowsTheExactCountOnceTheEndIsSeenFromTheBeginning() {
        Numbers table = new Numbers(250, true, new Random(1));
        PageWindow<Long> window = new PageWindow<>();
        window.setCount(1_000, false);
        look(window, table, 0);
        look(window, table, 150);

        assertThat(window.count()).isEqualTo(250);
        assertThat(window.isCountExact()).isTrue();
    }

    @Test
    void readsTheSamePageAgain() {
        Numbers table = new Numbers(10_000, true, new Random(1));
        PageWindow<Long> window = new PageWindow<>();
        window.setCount(10_000, true);
        look(window, table, 0);
        look(window, table, 300);
        RowLoad again = window.again(350);
        assertThat(again.kind()).isEqualTo(RowLoad.Kind.AFTER);

        window.accept(again, table.read(again));

        assertThat(window.pages()).isEqualTo(1);
        assertThat(window.rowAt(350)).isEqualTo(350);
        assertThat(window.isPlaceExact()).isTrue();
    }

    @Test
    void ignoresWhatNoLongerFits() {
        Numbers table = new Numbers(10_000, true, new Random(1));
        PageWindow<Long> window = new PageWindow<>();
        look(window, table, 0);
        RowLoad late = RowLoad.after("7777", 200, 200);

        window.accept(late, table.read(late));

        assertThat(window.rowAt(199)).isEqualTo(199);
        assertThat(window.rowAt(200)).isNull();
    }
}
