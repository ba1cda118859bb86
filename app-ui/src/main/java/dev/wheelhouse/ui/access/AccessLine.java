package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;

/**
 * A member, invite or key as it was read last, in words.
 *
 * @param where what tells it from others of its name: an address, or the ends of a token
 * @param may what it may do, such as {@code Admin} or {@code 12 scopes}
 * @param of whose key it is, or who invited; empty for a member
 * @param state whether it works
 * @param until since or until when
 * @param used when it was last used; empty for what is not used itself
 * @param isOwn whether it is the member at this window
 * @param isOver whether it does nothing any more
 */
record AccessLine(
        AccessEntry entry,
        String where,
        String may,
        String of,
        Look state,
        String until,
        String used,
        boolean isOwn,
        boolean isOver) {

    private static final Duration SOON = Duration.ofDays(7);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);

    private static final Look ACTIVE = new Look("Active", "fth-check-circle", "success-icon");
    private static final Look ENDING = new Look("Expires soon", "fth-alert-triangle", "warning-icon");
    private static final Look EXPIRED = new Look("Expired", "fth-slash", "muted-icon");
    private static final Look PENDING = new Look("Pending", "fth-clock", "muted-icon");

    static AccessLine of(Member member, boolean isOwn, Instant now) {
        return new AccessLine(
                new AccessEntry.OfMember(member),
                Objects.requireNonNullElse(member.email(), "The first owner of this state"),
                AccessLabels.role(member.role()),
                "",
                ACTIVE,
                "since " + Moments.ago(member.createdAt(), now),
                "",
                isOwn,
                false);
    }

    /** @param by the name of the member who invited */
    static AccessLine of(Invite invite, String by, Instant now, ZoneId zone) {
        boolean pending = invite.status(now) == Invite.Status.PENDING;
        return new AccessLine(
                new AccessEntry.OfInvite(invite),
                "Not accepted yet",
                AccessLabels.role(invite.role()),
                by,
                pending ? PENDING : EXPIRED,
                (pending ? "until " : "since ") + Moments.onDay(invite.expiresAt(), now, zone),
                "",
                false,
                !pending);
    }

    /** @param by the name of the member whose rights bound it */
    static AccessLine of(ApiKey key, String by, Instant now, ZoneId zone) {
        Instant end = key.expiresAt();
        Instant used = key.lastUsedAt();
        boolean over = end != null && !now.isBefore(end);
        boolean soon = end != null && !over && end.isBefore(now.plus(SOON));
        return new AccessLine(
                new AccessEntry.OfKey(key),
                key.tokenPrefix() + "…" + key.tokenLast4(),
                AccessLabels.scopes(key),
                by,
                over ? EXPIRED : soon ? ENDING : ACTIVE,
                end == null
                        ? "no expiry"
                        : (over ? "since " : "until ")
                                + (over || soon ? Moments.onDay(end, now, zone) : DAY.format(end.atZone(zone))),
                used == null ? "Never" : Moments.ago(used, now),
                false,
                over);
    }

    boolean matches(String typed) {
        String text = typed.strip().toLowerCase(Locale.ROOT);
        return (name() + " " + AccessLabels.kind(entry) + " " + where + " " + may + " " + of)
                .toLowerCase(Locale.ROOT)
                .contains(text);
    }

    String id() {
        return entry.id();
    }

    String name() {
        return entry.name();
    }
}
