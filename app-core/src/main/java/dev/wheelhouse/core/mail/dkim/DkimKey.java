package dev.wheelhouse.core.mail.dkim;

import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.records.MailSetup.DkimRecord;
import dev.wheelhouse.core.platform.secret.SecretRef;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key of a domain; its private part is in the vault.
 *
 * @param selector under which its record is
 * @param publicKey Base64 as the tag {@code p} of its record has it
 * @param changedAt when it came into its state
 */
public record DkimKey(
        String id,
        String organizationId,
        String domainId,
        String selector,
        DkimKeyType type,
        String publicKey,
        DkimKeyState state,
        Instant changedAt,
        Instant createdAt) {

    /** The table of keys, and what the vault calls them. */
    public static final String TABLE = "mail_dkim_key";

    /** Mail waits in queues for five days (RFC 5321 section 4.5.4.1). */
    private static final Duration RETIRED_FOR = Duration.ofDays(7);

    /** How long the record of a revoked key is asked for. */
    private static final Duration REVOKED_FOR = Duration.ofDays(30);

    public DkimRecord dnsRecord() {
        boolean isRevoked = state == DkimKeyState.REVOKED;
        return new DkimRecord(selector, type, isRevoked ? "" : publicKey, state == DkimKeyState.SIGNING);
    }

    /** When it leaves its state by itself: a retired key is revoked, a revoked one forgotten. Null for others. */
    public @Nullable Instant endsAt() {
        return switch (state) {
            case SIGNING, NEXT -> null;
            case RETIRED -> changedAt.plus(RETIRED_FOR);
            case REVOKED -> changedAt.plus(REVOKED_FOR);
        };
    }

    public DkimKey in(DkimKeyState next, Instant now) {
        return new DkimKey(id, organizationId, domainId, selector, type, publicKey, next, now, createdAt);
    }

    public SecretRef secret() {
        return new SecretRef(TABLE, id, "private_key");
    }
}
