package dev.wheelhouse.ui.list;

import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.fx.Background;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/**
 * A list of which a page more is shown on demand. Belongs to the window's thread.
 *
 * @param <R> what one reading brings
 * @param <L> what is known of one thing of the list at one moment
 */
public abstract class PagedList<R, L> extends LiveList<R, L> {

    private static final int LARGEST = 200;

    private final int size;
    private final AtomicInteger pages = new AtomicInteger(1);
    private final ReadOnlyBooleanWrapper hasMore = new ReadOnlyBooleanWrapper();

    /** @param size of a page */
    protected PagedList(Background background, Clock clock, Duration pace, Function<L, String> idOf, int size) {
        super(background, clock, pace, idOf);
        this.size = size;
    }

    /** Every element of a list that services give in pages; beside the window's thread. */
    public static <T> List<T> readAll(Function<PageRequest, Page<T>> pages) {
        List<T> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<T> page = pages.apply(new PageRequest(LARGEST, cursor));
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    /** All that is shown as one page; beside the window's thread. */
    protected final <T> Page<T> readPages(Function<PageRequest, Page<T>> source) {
        Page<T> page = source.apply(new PageRequest(size, null));
        List<T> read = new ArrayList<>(page.items());
        for (int i = 1; i < pages.get() && page.next() != null; i++) {
            page = source.apply(new PageRequest(size, page.next()));
            read.addAll(page.items());
        }
        return new Page<>(read, page.next());
    }

    /** Shows the next older ones too. */
    public final void readMore() {
        pages.incrementAndGet();
        refresh();
    }

    /** Begins again with one page. */
    protected final void readAnew() {
        pages.set(1);
        refresh();
    }

    /** @param more whether the last page was not the last of all */
    protected final void setHasMore(boolean more) {
        hasMore.set(more);
    }

    public final ReadOnlyBooleanProperty hasMoreProperty() {
        return hasMore.getReadOnlyProperty();
    }
}
