package dev.wheelhouse.core.logs.search;

/** Looks for something in one line. */
@FunctionalInterface
public interface ByteSearch {

    /** Whether it is within a line that is given without its line break. */
    boolean isIn(byte[] bytes, int from, int to);
}
