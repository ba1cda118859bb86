package dev.wheelhouse.core.vcs.push;

import dev.wheelhouse.core.platform.signing.HmacSha256;
import dev.wheelhouse.core.platform.signing.StandardWebhooks;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Whether a request comes from whom a webhook was made for, judged over the bytes of its body before anything reads them, in
 * a time that does not depend on where a signature is wrong. GitHub: "Validating webhook deliveries"; Gitea: "Webhooks";
 * GitLab: "Webhooks", signing token and secret token.
 */
public final class PushSignature {

    private static final String SHA256 = "sha256=";

    private PushSignature() {}

    /**
     * @param signs whether the webhook signs; a GitLab that does is not taken at its mere token, which every request shows
     * @param now by which a GitLab signature is new or old
     */
    public static boolean isValid(VcsKind kind, boolean signs, HookSecrets secrets, PushRequest request, Instant now) {
        return switch (kind) {
            case GITHUB -> same(SHA256 + hmac(secrets, request), request.header("X-Hub-Signature-256"));
            case GITEA -> same(hmac(secrets, request), request.header("X-Gitea-Signature"));
            case GITLAB -> {
                boolean signed = StandardWebhooks.isSigned(
                        secrets.signing(),
                        request.header("webhook-id"),
                        request.header("webhook-timestamp"),
                        request.header("webhook-signature"),
                        request.body(),
                        now);
                String token = secrets.token();
                boolean named = token != null && same(token, request.header("X-Gitlab-Token"));
                yield signs ? signed : named;
            }
        };
    }

    /** In lower-case hex; the secret's own characters are the key. */
    private static String hmac(HookSecrets secrets, PushRequest request) {
        byte[] key = secrets.signing().getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(HmacSha256.of(key, request.body()));
    }

    private static boolean same(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
