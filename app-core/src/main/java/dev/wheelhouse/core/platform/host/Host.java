package dev.wheelhouse.core.platform.host;

/**
 * One machine: its commands, its files and its ports. Thread-safe; everything may run at once.
 *
 * <p>Paths are the machine's own text, absolute, and separated by {@code /} except on Windows. Every method throws
 * {@link dev.wheelhouse.core.platform.error.AppException}:
 *
 * <ul>
 *   <li>{@code upstream_failed} when the machine cannot be reached, refuses the login or goes away, and after
 *       {@link #close};
 *   <li>{@code upstream_timeout} when it, or a command, does not end in time;
 *   <li>{@code host_key_unknown} and {@code host_key_changed} ({@link HostError}) while it is not trusted;
 *   <li>{@code cancelled} when the calling thread is interrupted; what it started is killed;
 *   <li>of files: {@code not_found}, {@code already_exists}, {@code storage_full}, and {@code state_invalid} when the
 *       machine does not allow it.
 * </ul>
 *
 * The streams that it hands out throw {@link java.io.IOException} instead.
 */
public interface Host extends AutoCloseable {

    /** Whether this is the machine that the console itself runs on. */
    boolean isLocal();

    /**
     * Starts a command and returns at once; {@link HostCommand#input} and {@link HostCommand#timeout} are not used. A
     * program that is not there ends with exit code 127 and one that may not be run with 126, as in a POSIX shell, and
     * a directory that is not there with 125; each writes a line to standard error.
     */
    HostProcess start(HostCommand command);

    /**
     * Runs a command to its end and gathers what it writes, up to {@link CommandResult#LIMIT_BYTES} of each stream.
     * Any exit code is a result, not an error.
     */
    CommandResult run(HostCommand command);

    /**
     * Runs a command to its end and passes on what it writes while it writes it.
     *
     * @param output called from two threads at once, one for each stream; when it throws, the command is killed
     * @return the exit code, 0..255; 128 and the signal's number when a signal ended it
     */
    int run(HostCommand command, CommandOutput output);

    /** The machine's files. */
    HostFiles files();

    /**
     * Makes a port that the machine can reach answer on this one. It stays there, and comes back by itself after a cut,
     * until it is closed; connections made while the machine cannot be reached are closed at once.
     *
     * @param targetHost name or address as the machine knows it
     * @param targetPort 1..65535
     */
    PortForward forward(String targetHost, int targetPort);

    /**
     * Connects to a UNIX socket of the machine, as the user that the console is there. No port is opened anywhere for it,
     * so that nobody else can use it.
     *
     * @param socketPath absolute
     * @throws dev.wheelhouse.core.platform.error.AppException {@code not_found} when there is no such file;
     *     {@code state_invalid} when that user may not use it, when it is no socket, and when the machine passes none on;
     *     {@code upstream_failed} when nobody listens at it
     */
    HostConnection connect(String socketPath);

    /** Ends everything that runs through this host. Idempotent. */
    @Override
    void close();
}
