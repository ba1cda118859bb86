package dev.wheelhouse.core.databases.export;

import java.io.IOException;
import java.io.OutputStream;

/** Where an export goes. */
@FunctionalInterface
public interface ExportSink {

    /** Called once, when nothing can be refused any more and the first bytes are about to come. */
    OutputStream open() throws IOException;

    /** Called on the writing thread after each row. Bytes of it may still be held back. */
    default void rowsWritten(long soFar) {}
}
