package dev.wheelhouse.core.databases.values;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;

/**
 * A text or blob of SQLite that is too long to be read whole: each use reads it from the database again, in pieces. To be
 * used while its row is the current one; not thread-safe.
 */
public final class LongValue {

    private static final int PART = 1 << 15;

    private final boolean text;
    private final Source source;

    /** Where the pieces come from. */
    public interface Source {

        /**
         * The bytes that follow, at most some MiB of them.
         *
         * @param position of the first of them in the value, from 1
         * @return empty behind the end
         */
        byte[] read(long position) throws SQLException;
    }

    /** What takes the characters of a value, part by part. */
    public interface Sink {
        void take(String part) throws IOException;
    }

    /** @param text whether its storage class is text */
    public LongValue(boolean text, Source source) {
        this.text = text;
        this.source = source;
    }

    public boolean isText() {
        return text;
    }

    /**
     * Gives the value as {@link ValueCodec#text} does: what is not UTF-8 as U+FFFD, a blob as {@code \x} and hex digits.
     *
     * @throws IOException of the sink; with a {@link SQLException} as its cause when the database fails
     */
    public void writeText(Sink sink) throws IOException {
        if (!text) {
            sink.take("\\x");
            writeHex(sink);
            return;
        }
        read(CodingErrorAction.REPLACE, sink);
    }

    /** Gives the bytes as lower-case hex digits; failures as of {@link #writeText}. */
    public void writeHex(Sink sink) throws IOException {
        try (InputStream bytes = new Pieces(source)) {
            for (byte[] part = bytes.readNBytes(PART); part.length > 0; part = bytes.readNBytes(PART)) {
                sink.take(HexFormat.of().formatHex(part));
            }
        }
    }

    /** Whether the bytes of a text are UTF-8; failures as of {@link #writeText}. */
    boolean isUtf8() throws IOException {
        try {
            read(CodingErrorAction.REPORT, _ -> {});
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    boolean startsLikeHex() throws IOException {
        try (InputStream bytes = new Pieces(source)) {
            return bytes.read() == '\\' && bytes.read() == 'x';
        }
    }

    private void read(CodingErrorAction invalid, Sink sink) throws IOException {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(invalid).onUnmappableCharacter(invalid);
        char[] part = new char[PART];
        try (Reader reader = new InputStreamReader(new Pieces(source), decoder)) {
            for (int read = reader.read(part); read >= 0; read = reader.read(part)) {
                sink.take(new String(part, 0, read));
            }
        }
    }

    private static final class Pieces extends InputStream {

        private final Source source;
        private byte[] piece = {};
        private int at;
        private long position = 1;

        Pieces(Source source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            return isAtEnd() ? -1 : piece[at++] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (isAtEnd()) {
                return -1;
            }
            int taken = Math.min(length, piece.length - at);
            System.arraycopy(piece, at, into, offset, taken);
            at += taken;
            return taken;
        }

        private boolean isAtEnd() throws IOException {
            if (at < piece.length) {
                return false;
            }
            try {
                piece = source.read(position);
            } catch (SQLException e) {
                throw new IOException(e);
            }
            position += piece.length;
            at = 0;
            return piece.length == 0;
        }
    }
}
