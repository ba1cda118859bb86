package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.json.Json;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An invitation that was not used yet.
 *
 * @param locator of its code
 * @param salt base 64
 * @param sealed the versions of the data key under the code's key, base 64
 * @param keyVersion the newest of them
 * @param memberId who made it; null for one of before members were kept with it
 * @param keyId the key that made it, and with which it ends; null for one made at a window or with a local token
 * @param expired whether it was found expired, whatever the clock says now
 */
record InvitationRow(
        String id,
        String locator,
        String salt,
        String sealed,
        int keyVersion,
        @Nullable String memberId,
        @Nullable String keyId,
        Instant createdAt,
        Instant expiresAt,
        boolean expired,
        int triesLeft) {

    static String seal(InvitationCode code, byte[] salt, String id, List<DataKey> keys) {
        Map<String, String> versions = new TreeMap<>();
        keys.forEach(key -> versions.put(
                Integer.toString(key.version()), Base64.getEncoder().encodeToString(Keysets.write(key.keyset()))));
        try {
            byte[] sealed = code.key(salt).encrypt(Json.write(versions).getBytes(StandardCharsets.UTF_8), context(id));
            return Base64.getEncoder().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @throws GeneralSecurityException when the code is another's */
    List<DataKey> open(InvitationCode code) throws GeneralSecurityException {
        try {
            byte[] clear = code.key(Base64.getDecoder().decode(salt))
                    .decrypt(Base64.getDecoder().decode(sealed), context(id));
            List<DataKey> keys = new ArrayList<>();
            for (Map.Entry<String, Object> each :
                    Json.readObject(new String(clear, StandardCharsets.UTF_8)).entrySet()) {
                byte[] keyset = Base64.getDecoder().decode(each.getValue().toString());
                keys.add(DataKey.of(Integer.parseInt(each.getKey()), Keysets.read(keyset)));
            }
            return keys;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static byte[] context(String id) {
        return ("vault_invitation\n" + id).getBytes(StandardCharsets.UTF_8);
    }
}
