package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.signing.HomeSignature;
import dev.wheelhouse.core.platform.signing.HomeSigner;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** Signs with a key of its own, by the JDK. */
public final class TestSigner implements HomeSigner {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair keys;
    boolean locked;

    public TestSigner() {
        try {
            this.keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<HomeSignature> sign(byte[] text) {
        if (locked) {
            return Optional.empty();
        }
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(text);
            byte[] encoded = keys.getPublic().getEncoded();
            byte[] key = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
            return Optional.of(
                    new HomeSignature(ENCODER.encodeToString(key), ENCODER.encodeToString(signature.sign())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
