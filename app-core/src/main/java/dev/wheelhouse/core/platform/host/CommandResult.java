package dev.wheelhouse.core.platform.host;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** How a command ended and what it wrote. Immutable. */
public final class CommandResult {

    /** How much of each stream is kept; the rest is read and dropped. */
    public static final int LIMIT_BYTES = 4 << 20;

    private static final String MARK = "wheelhouse:";

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

    /**
     * What an output has behind each line {@code wheelhouse:NAME}, by that name. Words behind the name on its line
     * come first; what comes before all marks, such as a greeting at log-in, is left out.
     */
    public static Map<String, String> sections(String output) {
        Map<String, String> sections = new HashMap<>();
        String name = null;
        StringBuilder section = new StringBuilder();
        for (String line : output.split("\n", -1)) {
            if (!line.startsWith(MARK)) {
                section.append(line).append('\n');
                continue;
            }
            if (name != null) {
                sections.put(name, section.toString());
            }
            section.setLength(0);
            String[] words = line.substring(MARK.length()).split(" ", 2);
            name = words[0];
            if (words.length == 2) {
                section.append(words[1]).append('\n');
            }
        }
        if (name != null) {
            sections.put(name, section.toString());
        }
        return sections;
    }

    /** Whether a stream wrote more than {@link #LIMIT_BYTES}. */
    public boolean isTruncated() {
        return truncated;
    }
}
