package dev.wheelhouse.core.logs.document;

/** Who puts the bytes there that a document shows. Thread-safe. */
public interface DocumentOrigin extends AutoCloseable {

    /** What the reader should know; empty for nothing. */
    String notice();

    /** Whether the log is there from its oldest line on. */
    boolean isFromStart();

    boolean isLoading();

    /** Brings the log from its oldest line on. */
    void loadEverything();

    @Override
    void close();

    /** A file that others write. */
    DocumentOrigin FILE = new DocumentOrigin() {
        @Override
        public String notice() {
            return "";
        }

        @Override
        public boolean isFromStart() {
            return true;
        }

        @Override
        public boolean isLoading() {
            return false;
        }

        @Override
        public void loadEverything() {
            // It is all here.
        }

        @Override
        public void close() {
            // It is not ours.
        }
    };
}
