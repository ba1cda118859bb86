package dev.wheelhouse.core.logs.document;

/** Who puts the bytes there that a document shows; as it is here, others write them into a file. Thread-safe. */
public interface DocumentOrigin extends AutoCloseable {

    /** A file that others write. */
    DocumentOrigin FILE = new DocumentOrigin() {};

    /** What the reader should know; empty for nothing. */
    default String notice() {
        return "";
    }

    /** Whether the log is there from its oldest line on. */
    default boolean isFromStart() {
        return true;
    }

    default boolean isLoading() {
        return false;
    }

    /** Brings the log from its oldest line on. */
    default void loadEverything() {
        // It is all here.
    }

    @Override
    default void close() {
        // It is not ours.
    }
}
