package dev.wheelhouse.ui.logs.gateway;

import dev.wheelhouse.core.logs.document.LogDocument;
import java.nio.file.Path;
import java.util.List;

/**
 * Logs as the screens ask for them. Every method blocks, is called beside the window's thread and throws
 * {@link dev.wheelhouse.core.platform.error.AppException}.
 */
public interface LogGateway {

    /** The caller closes the document. */
    OpenedLog open(LogTarget target);

    /** Those whose logs can be opened, by name. */
    List<LogChoice> apps();

    /** Those whose files can be opened, this machine first. */
    List<LogChoice> servers();

    /**
     * Starts a job that writes lines to a file, which is there whole in the end or not at all.
     *
     * @param document stays open until {@code ended}
     * @param subject what the job is said to work on, such as the app's id
     * @param ended runs when the job has ended, in whatever way, on a thread of its own
     */
    void export(LogDocument document, LinesWanted wanted, Path file, String subject, Runnable ended);
}
