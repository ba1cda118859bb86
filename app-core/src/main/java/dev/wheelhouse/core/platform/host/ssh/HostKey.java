package dev.wheelhouse.core.platform.host.ssh;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The public key by which a server is known.
 *
 * @param type such as {@code ssh-ed25519}
 * @param base64 the key's blob (RFC 4253 section 6.6)
 */
public record HostKey(String type, String base64) {

    /** As {@code ssh-keygen -l} prints it: {@code SHA256:} and the hash in base 64 without padding. */
    public String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(Base64.getDecoder().decode(base64));
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }
}
