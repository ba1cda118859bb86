package dev.wheelhouse.core.vcs.git;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a tar back, as GNU tar does; names are ISO 8859-1. */
final class TarEntries {

    private static final int BLOCK = 512;

    /** @param content of a file, or the target of a link */
    record Entry(String path, char type, String mode, long seconds, String content) {}

    private TarEntries() {}

    static List<Entry> read(byte[] tar) throws IOException {
        List<Entry> entries = new ArrayList<>();
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(tar));
        byte[] header = new byte[BLOCK];
        String longName = null;
        String longLink = null;
        while (true) {
            input.readFully(header);
            if (header[0] == 0) {
                return entries;
            }
            checkSum(header);
            char type = (char) header[156];
            byte[] content = new byte[(int) octal(header, 124, 12)];
            input.readFully(content);
            input.skipNBytes((BLOCK - content.length % BLOCK) % BLOCK);
            String prefix = text(header, 345, 155);
            String path = longName != null ? longName : (prefix.isEmpty() ? "" : prefix + "/") + text(header, 0, 100);
            String link = longLink != null ? longLink : text(header, 157, 100);
            if (type == 'L') {
                longName = text(content, 0, content.length);
                continue;
            }
            if (type == 'K') {
                longLink = text(content, 0, content.length);
                continue;
            }
            entries.add(new Entry(
                    path,
                    type,
                    Long.toOctalString(octal(header, 100, 8)),
                    octal(header, 136, 12),
                    type == '2' ? link : new String(content, StandardCharsets.ISO_8859_1)));
            longName = null;
            longLink = null;
        }
    }

    private static void checkSum(byte[] header) {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (sum != octal(header, 148, 7)) {
            throw new AssertionError("the checksum of a header is wrong");
        }
    }

    private static long octal(byte[] from, int at, int length) {
        return Long.parseLong(text(from, at, length).strip(), 8);
    }

    private static String text(byte[] from, int at, int length) {
        int end = at;
        while (end < at + length && from[end] != 0) {
            end++;
        }
        return new String(from, at, end - at, StandardCharsets.ISO_8859_1);
    }
}
