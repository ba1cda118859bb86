package dev.wheelhouse.core.databases.scripts;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * SQL as other programs leave it in files: UTF-8, with a byte order mark or without, and UTF-16, which is known by its
 * mark or by the zero byte beside its first character.
 */
public final class ScriptText {

    private static final int HEAD = 4;

    private ScriptText() {}

    /**
     * The text, without a byte order mark. Bytes that are no text of the encoding fail with
     * {@link java.nio.charset.CharacterCodingException} while it is read.
     *
     * @param bytes closed with the reader
     */
    public static Reader reader(InputStream bytes) throws IOException {
        BufferedInputStream in = new BufferedInputStream(bytes, 1 << 16);
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        in.skipNBytes(markLength(head));
        return new BufferedReader(new InputStreamReader(in, encoding(head).newDecoder()));
    }

    private static int markLength(byte[] head) {
        if (begins(head, 0xEF, 0xBB, 0xBF)) {
            return 3;
        }
        return begins(head, 0xFE, 0xFF) || begins(head, 0xFF, 0xFE) ? 2 : 0;
    }

    private static Charset encoding(byte[] head) {
        if (begins(head, 0xFE, 0xFF) || (head.length >= 2 && head[0] == 0 && head[1] != 0)) {
            return StandardCharsets.UTF_16BE;
        }
        if (begins(head, 0xFF, 0xFE) || (head.length >= 2 && head[0] != 0 && head[1] == 0)) {
            return StandardCharsets.UTF_16LE;
        }
        return StandardCharsets.UTF_8;
    }

    private static boolean begins(byte[] head, int... mark) {
        if (head.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((head[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
