package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.subtle.AesGcmJce;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * What a person is given to join with: 32 bits that find the invitation and 128 secret bits that open it,
 * written in Crockford's base 32 as eight groups of four. Immutable.
 */
public final class InvitationCode {

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BYTES = 20;
    private static final int LOCATOR_BYTES = 4;
    private static final int CHARACTERS = BYTES * 8 / 5;
    private static final int GROUP = 4;

    private final byte[] bytes;

    private InvitationCode(byte[] bytes) {
        this.bytes = bytes;
    }

    public static InvitationCode make(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new InvitationCode(bytes);
    }

    /** @throws AppException {@code bad_request} for what is no code, as {@link #find} reads it */
    static InvitationCode parse(String typed) {
        return find(typed)
                .orElseThrow(() -> new AppException(
                        PlatformError.BAD_REQUEST,
                        "That is no code of an invitation, which has eight groups of four letters and digits. Nothing"
                                + " was changed; try again."));
    }

    /** Reads what was typed: case, blanks and dashes do not matter, O is 0, I and L are 1; empty for what is no code. */
    public static Optional<InvitationCode> find(String typed) {
        String text = typed.replaceAll("[\\s-]", "")
                .toUpperCase(Locale.ROOT)
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1');
        if (text.length() != CHARACTERS || text.chars().anyMatch(c -> ALPHABET.indexOf(c) < 0)) {
            return Optional.empty();
        }
        byte[] bytes = new byte[BYTES];
        for (int bit = 0; bit < BYTES * 8; bit++) {
            int five = ALPHABET.indexOf(text.charAt(bit / 5));
            if ((five >> (4 - bit % 5) & 1) == 1) {
                bytes[bit / 8] |= (byte) (0x80 >> bit % 8);
            }
        }
        return Optional.of(new InvitationCode(bytes));
    }

    /** As it is shown and sent: upper case, with dashes. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < CHARACTERS; at++) {
            int five = 0;
            for (int bit = at * 5; bit < at * 5 + 5; bit++) {
                five = five << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1);
            }
            text.append(at > 0 && at % GROUP == 0 ? "-" : "").append(ALPHABET.charAt(five));
        }
        return text.toString();
    }

    /** Not secret. */
    String locator() {
        return HexFormat.of().formatHex(bytes, 0, LOCATOR_BYTES);
    }

    /** The key that the code stands for (HKDF-SHA256, RFC 5869). */
    Aead key(byte[] salt) {
        AlgorithmParameterSpec parameters = HKDFParameterSpec.ofExtract()
                .addIKM(Arrays.copyOfRange(bytes, LOCATOR_BYTES, BYTES))
                .addSalt(salt)
                .thenExpand("wheelhouse vault invitation".getBytes(StandardCharsets.UTF_8), 32);
        try {
            return new AesGcmJce(KDF.getInstance("HKDF-SHA256").deriveData(parameters));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "InvitationCode[" + locator() + "]";
    }
}
