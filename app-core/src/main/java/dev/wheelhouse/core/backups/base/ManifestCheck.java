package dev.wheelhouse.core.backups.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import dev.wheelhouse.core.platform.id.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds files that passed against the manifest that the server made of them (PostgreSQL manual, "Backup Manifest Format",
 * versions 1 and 2), while the manifest passes itself. For one thread.
 */
final class ManifestCheck {

    private static final int MOST_PROBLEMS = 10;
    private static final String CHECKSUM = "Manifest-Checksum";

    private final Map<String, ArchivedFile> files;
    private final List<String> problems = new ArrayList<>();
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final MessageDigest digest;
    private int depth;
    private boolean inFiles;
    private @Nullable String field;
    private @Nullable String path;
    private @Nullable String checksum;
    private long bytes;
    private @Nullable String declared;
    private byte[] line = new byte[0];
    private long count;

    /** @param files what passed, by path; those that the manifest has are taken out */
    ManifestCheck(Map<String, ArchivedFile> files) throws IOException {
        this.files = files;
        this.parser = new JsonFactory().createNonBlockingByteArrayParser();
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
        this.digest = Sha256.digest();
    }

    void accept(byte[] data, int offset, int length) throws IOException {
        digestLines(data, offset, length);
        feeder.feedInput(data, offset, offset + length);
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            read(token);
        }
    }

    /** The manifest's own checksum is of all lines but the last, which holds it; so the last one is kept back. */
    private void digestLines(byte[] data, int offset, int length) {
        byte[] kept = Arrays.copyOf(line, line.length + length);
        System.arraycopy(data, offset, kept, line.length, length);
        int end = Math.max(0, kept.length - 1);
        while (end > 0 && kept[end - 1] != '\n') {
            end--;
        }
        digest.update(kept, 0, end);
        line = Arrays.copyOfRange(kept, end, kept.length);
    }

    private void read(JsonToken token) throws IOException {
        switch (token) {
            case START_OBJECT, START_ARRAY -> {
                depth++;
                inFiles |= depth == 2 && "Files".equals(field);
            }
            case END_OBJECT, END_ARRAY -> {
                if (inFiles && depth == 3) {
                    compare();
                }
                depth--;
                inFiles &= depth > 1;
            }
            case FIELD_NAME -> field = parser.currentName();
            default -> {
                if (inFiles && depth == 3) {
                    readFile();
                } else if (depth == 1 && CHECKSUM.equals(field)) {
                    declared = parser.getText();
                }
            }
        }
    }

    private void readFile() throws IOException {
        switch (Objects.requireNonNull(field)) {
            case "Path" -> path = parser.getText();
            case "Encoded-Path" -> path = decoded(parser.getText());
            case "Size" -> bytes = parser.getLongValue();
            case "Checksum" -> checksum = parser.getText();
            default -> {}
        }
    }

    private static String decoded(String hexadecimal) throws IOException {
        try {
            return new String(HexFormat.of().parseHex(hexadecimal), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ManifestException("The backup's manifest is damaged.", e);
        }
    }

    private void compare() {
        count++;
        String name = String.valueOf(path);
        ArchivedFile file = files.remove(name);
        if (file == null) {
            note(name + " is missing");
        } else if (file.bytes() != bytes) {
            note(name + " has " + file.bytes() + " bytes instead of " + bytes);
        } else if (checksum != null && !isSame(checksum, file.checksum())) {
            note(name + " is damaged");
        }
        path = null;
        checksum = null;
    }

    /** A CRC is written in the byte order of the server's machine. */
    private static boolean isSame(String expected, String found) {
        boolean isCrc = found.length() == 8;
        return expected.equals(isCrc && !expected.equals(found) ? reversed(found) : found);
    }

    private static String reversed(String crc) {
        return "%08x".formatted(Integer.reverseBytes(Integer.parseUnsignedInt(crc, 16)));
    }

    private void note(String problem) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem);
        }
    }

    /**
     * Ends the check of the manifest itself, whatever files passed.
     *
     * @throws IOException when it is not what the server made
     */
    void finishManifest() throws IOException {
        feeder.endOfInput();
        if (declared == null || parser.nextToken() != null) {
            throw new ManifestException("The backup's manifest is cut.", null);
        }
        if (!declared.equals(HexFormat.of().formatHex(digest.digest()))) {
            throw new ManifestException("The backup's manifest is damaged.", null);
        }
    }

    /**
     * Ends the check.
     *
     * @return how many files it was
     * @throws IOException that names what differs
     */
    long finish() throws IOException {
        finishManifest();
        files.keySet().stream().limit(MOST_PROBLEMS).forEach(each -> note(each + " is not in the manifest"));
        if (!problems.isEmpty()) {
            throw new IOException("The base backup is not what the server sent: " + String.join("; ", problems) + ".");
        }
        return count;
    }
}
