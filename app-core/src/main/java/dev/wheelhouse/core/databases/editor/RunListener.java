package dev.wheelhouse.core.databases.editor;

/** Hears of a run while it goes on, on the thread that runs it. */
public interface RunListener {

    /**
     * A statement begins.
     *
     * @param index 0-based in the text
     * @param count how many there are
     */
    void started(int index, int count);

    /** A statement succeeded. */
    void finished(StatementRun run);
}
