package dev.wheelhouse.core.logs.search;

/** Looks for something in many lines at once. */
public interface LineSearch extends ByteSearch {

    /**
     * A place in the first line that has it, its line break included; -1 for none.
     *
     * @param from where a line begins
     * @param to behind a line break
     */
    int indexOf(byte[] bytes, int from, int to);

    /** Takes places. */
    @FunctionalInterface
    interface Hits {

        /**
         * Takes a place in a line that has it.
         *
         * @return where the next line begins
         */
        int hit(int place);
    }

    /** Gives a place in each line that has it, in their order; from and to as {@link #indexOf}. */
    default void each(byte[] bytes, int from, int to, Hits hits) {
        int at = from;
        while (at < to) {
            int hit = indexOf(bytes, at, to);
            if (hit < 0) {
                return;
            }
            at = hits.hit(hit);
        }
    }
}
