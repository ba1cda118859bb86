package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.subtle.AesGcmJce;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * A text under a passphrase: Argon2id (RFC 9106), then AES-256-GCM.
 *
 * @param salt base 64
 * @param memoryKib of Argon2id
 * @param iterations likewise
 * @param parallelism likewise
 * @param sealed base 64
 */
record PassphraseSeal(String salt, int memoryKib, int iterations, int parallelism, String sealed) {

    /** The second choice of OWASP's "Password Storage Cheat Sheet", which leaves the heap room. */
    private static final PassphraseSeal PARAMETERS = new PassphraseSeal("", 19 * 1024, 2, 1, "");

    /** More than any version of Wheelhouse asks for: a file must not decide how much of a machine it takes. */
    private static final int MOST_MEMORY_KIB = 1 << 18;

    private static final int MOST_ITERATIONS = 16;
    private static final int MOST_PARALLELISM = 16;

    static PassphraseSeal of(String clear, String passphrase, String context, RandomGenerator random) {
        byte[] salt = new byte[16];
        random.nextBytes(salt);
        try {
            byte[] sealed = PARAMETERS
                    .key(passphrase, salt)
                    .encrypt(clear.getBytes(StandardCharsets.UTF_8), context.getBytes(StandardCharsets.UTF_8));
            return new PassphraseSeal(
                    Base64.getEncoder().encodeToString(salt),
                    PARAMETERS.memoryKib,
                    PARAMETERS.iterations,
                    PARAMETERS.parallelism,
                    Base64.getEncoder().encodeToString(sealed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Takes a tenth of a second and 19 MiB.
     *
     * @throws GeneralSecurityException for another passphrase, another context or an altered seal
     */
    String open(String passphrase, String context) throws GeneralSecurityException {
        try {
            byte[] clear = key(passphrase, Base64.getDecoder().decode(salt))
                    .decrypt(Base64.getDecoder().decode(sealed), context.getBytes(StandardCharsets.UTF_8));
            return new String(clear, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException | IllegalStateException e) {
            // Base 64 that is none, and parameters that the algorithm refuses.
            throw new GeneralSecurityException(e);
        }
    }

    private AesGcmJce key(String passphrase, byte[] saltBytes) throws GeneralSecurityException {
        if (memoryKib > MOST_MEMORY_KIB || iterations > MOST_ITERATIONS || parallelism > MOST_PARALLELISM) {
            throw new GeneralSecurityException("Parameters beyond every version's");
        }
        Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
        argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withSalt(saltBytes)
                .withMemoryAsKB(memoryKib)
                .withIterations(iterations)
                .withParallelism(parallelism)
                .build());
        // The same characters, however a keyboard composes them.
        byte[] typed = Normalizer.normalize(passphrase, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8);
        byte[] key = new byte[32];
        try {
            argon2.generateBytes(typed, key);
            return new AesGcmJce(key);
        } finally {
            Arrays.fill(typed, (byte) 0);
            Arrays.fill(key, (byte) 0);
        }
    }

    @Override
    public String toString() {
        return "PassphraseSeal[…]";
    }
}
