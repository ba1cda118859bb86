package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.StreamingAead;
import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A stream of any length under a passphrase: a line that says what it is, a line of JSON with a key under the passphrase
 * ({@link PassphraseSeal}), then Tink's streaming AEAD (AES-256-GCM-HKDF) with that key and both lines as associated data.
 */
public final class PassphraseStream {

    private static final String KIND = "wheelhouse sealed ";
    private static final String FIRST_LINE = KIND + "1";
    private static final int LONGEST_LINE = 1024;
    private static final int KEY_BYTES = 32;
    private static final int SEGMENT_BYTES = 1 << 16;

    private PassphraseStream() {}

    /**
     * Begins to seal.
     *
     * @param to stays open when what is returned is closed
     * @return must be closed, or what was written does not open
     * @throws AppException {@code validation_failed} on {@code passphrase} for one that is too short or too long
     */
    public static OutputStream seal(OutputStream to, String passphrase, RandomGenerator random) throws IOException {
        PassphraseLock.check("passphrase", passphrase);
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        String clear = Base64.getEncoder().encodeToString(key);
        String head = FIRST_LINE + "\n" + Json.write(PassphraseSeal.of(clear, passphrase, FIRST_LINE, random)) + "\n";
        byte[] written = head.getBytes(StandardCharsets.UTF_8);
        to.write(written);
        try {
            return aead(key).newEncryptingStream(new StaysOpen(to), written);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Begins to open. Whatever is read from what is returned is as it was sealed; that nothing was cut off is known at its
     * end only.
     *
     * @param name what the stream is called in messages, such as the path of its file
     * @return throws an {@link IOException} whose message says so where it was altered or cut off
     * @throws AppException {@code bad_request} for another kind of file, another passphrase and an altered beginning
     */
    public static InputStream open(InputStream from, String name, String passphrase) throws IOException {
        String first = readLine(from);
        if (first.startsWith(KIND) && !first.equals(FIRST_LINE)) {
            throw refused(name + " is of another version of Wheelhouse. Open it with that one.", null);
        }
        if (!first.equals(FIRST_LINE)) {
            throw refused(name + " is no file that Wheelhouse sealed with a passphrase.", null);
        }
        String second = readLine(from);
        try {
            PassphraseSeal seal = Json.read(second, PassphraseSeal.class);
            Objects.requireNonNull(seal.salt());
            Objects.requireNonNull(seal.sealed());
            byte[] key = Base64.getDecoder().decode(seal.open(passphrase, FIRST_LINE));
            byte[] read = (first + "\n" + second + "\n").getBytes(StandardCharsets.UTF_8);
            return SealedInput.open(
                    aead(key), from, read, failure -> new IOException("it is cut off or was altered", failure));
        } catch (GeneralSecurityException | UncheckedIOException | NullPointerException e) {
            throw refused(name + " does not open: the passphrase is wrong, or its beginning was altered.", e);
        }
    }

    private static StreamingAead aead(byte[] key) throws GeneralSecurityException {
        return new AesGcmHkdfStreaming(key, "HmacSha256", KEY_BYTES, SEGMENT_BYTES, 0);
    }

    /** Without its end; what there is of it where there is no end. */
    private static String readLine(InputStream from) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = from.read(); next >= 0 && next != '\n' && line.size() < LONGEST_LINE; next = from.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static AppException refused(String why, @Nullable Throwable cause) {
        return new AppException(PlatformError.BAD_REQUEST, why, cause);
    }

    private static final class StaysOpen extends FilterOutputStream {

        StaysOpen(OutputStream to) {
            super(to);
        }

        /** All of them at once, unlike {@link FilterOutputStream}. */
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }
}
