package dev.wheelhouse.core.platform.host;

import java.nio.charset.StandardCharsets;

/** How a command ended and what it wrote. Immutable. */
public final class CommandResult {

    /** How much of each stream is kept; the rest is read and dropped. */
    public static final int LIMIT_BYTES = 4 << 20;

    private final int exitCode;
    private final byte[] stdout;
    private final byte[] stderr;
    private final boolean truncated;

    CommandResult(int exitCode, byte[] stdout, byte[] stderr, boolean truncated) {
        this.exitCode = exitCode;
        this.stdout = stdout;
        this.stderr = stderr;
        this.truncated = truncated;
    }

    /** 0..255; 128 and the signal's number when a signal ended it. */
    public int exitCode() {
        return exitCode;
    }

    public boolean succeeded() {
        return exitCode == 0;
    }

    public byte[] stdout() {
        return stdout.clone();
    }

    public byte[] stderr() {
        return stderr.clone();
    }

    /** Standard output as UTF-8; what is not UTF-8 becomes U+FFFD. */
    public String stdoutText() {
        return new String(stdout, StandardCharsets.UTF_8);
    }

    /** Standard error as UTF-8; what is not UTF-8 becomes U+FFFD. */
    public String stderrText() {
        return new String(stderr, StandardCharsets.UTF_8);
    }

    /** Whether a stream wrote more than {@link #LIMIT_BYTES}. */
    public boolean isTruncated() {
        return truncated;
    }
}
