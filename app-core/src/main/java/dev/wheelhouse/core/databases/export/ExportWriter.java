package dev.wheelhouse.core.databases.export;

import java.io.IOException;
import java.sql.SQLException;

/** Writes one file, row by row. Belongs to one thread. */
public interface ExportWriter {

    /** Writes the reader's current row. */
    void writeRow() throws SQLException, IOException;

    /**
     * Writes what ends the file, and everything that was held back. A file that breaks off is to be left without it, so
     * that a JSON reader sees that it is not whole.
     */
    void finish() throws IOException;
}
