package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.id.Sha256;
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
        byte[] hash = Sha256.digest().digest(Base64.getDecoder().decode(base64));
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
    }
}
