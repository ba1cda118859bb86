package dev.wheelhouse.core.logs.match;

/** Looks for something in bytes. */
interface ByteSearch {

    /** Whether it is within a line. */
    boolean isIn(byte[] bytes, int from, int to);
}
