package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.editor.SqlFiles;

/** One draft's file. An older text never replaces a newer one, and nothing is written once it is forgotten. Thread-safe. */
final class DraftFile {

    private final SqlFiles drafts;
    private final String name;
    private long written = -1;
    private boolean forgotten;

    DraftFile(SqlFiles drafts, String name) {
        this.drafts = drafts;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** @param version grows with every change of the text */
    synchronized void write(long version, String text) {
        if (forgotten || version < written) {
            return;
        }
        drafts.write(name, text);
        written = version;
    }

    synchronized void forget() {
        forgotten = true;
        drafts.delete(name);
    }
}
