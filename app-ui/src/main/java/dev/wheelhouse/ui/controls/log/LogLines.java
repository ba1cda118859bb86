package dev.wheelhouse.ui.controls.log;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a view shows: rows, numbered without a gap. Nothing here waits. Belongs to the window's thread, on which the
 * listeners are called as well.
 */
public interface LogLines {

    /** What became different. */
    enum Change {
        /** Rows were added at the end, or the oldest are gone. */
        GREW,
        /** Rows were found that had been there before, as those that a filter lets through. */
        COUNTED,
        /** Lines that were asked for are there now. */
        ARRIVED,
        /** These are other rows than before. */
        REPLACED
    }

    /** Listens to changes. */
    @FunctionalInterface
    interface Listener {
        void changed(Change change);
    }

    /** The oldest row that there still is. */
    long first();

    /** One more than the newest row; {@link #first} where there is none. */
    long end();

    /**
     * A row, if it is at hand. If it is not, it is fetched, and {@link Change#ARRIVED} fires when it is here.
     *
     * @return null meanwhile, and for what is not there
     */
    @Nullable
    ShownLine line(long row);

    /**
     * Fetches rows, as for a copy.
     *
     * @param to exclusive; what lies outside is left out
     * @param done gets them later, in their order, unless the lines were replaced meanwhile
     */
    void read(long from, long to, Consumer<List<ShownLine>> done);

    /** The names of the logs that were merged; of one it is empty or its only name. */
    List<String> sources();

    void addListener(Listener listener);

    void removeListener(Listener listener);
}
