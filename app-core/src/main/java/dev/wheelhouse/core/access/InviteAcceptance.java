package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.secret.InvitationCode;
import dev.wheelhouse.core.platform.secret.Newcomers;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How people become members with an invite: over HTTP, and with a home that joins. Thread-safe. */
public final class InviteAcceptance {

    private static final int SHORTEST_TOKEN = 16;

    private final StateStore store;
    private final JdbcAccessStore rows;
    private final JdbcInviteStore invites = new JdbcInviteStore();
    private final EventLog events;
    private final ApiKeyService keys;
    private final VaultService vault;
    private final Runnable changed;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;

    /** @param changed has everybody who remembers what a member may do ask again */
    InviteAcceptance(
            StateStore store,
            JdbcAccessStore rows,
            EventLog events,
            ApiKeyService keys,
            VaultService vault,
            Runnable changed,
            AccessSources sources) {
        this.store = store;
        this.rows = rows;
        this.events = events;
        this.keys = keys;
        this.vault = vault;
        this.changed = changed;
        this.ids = sources.ids();
        this.random = sources.random();
        this.clock = sources.clock();
    }

    /**
     * Takes an invite: who has its token becomes a member, with a key that follows their role and ends after 90 days.
     * Operation 7 of the contract; needs no credential.
     *
     * @param token as it was sent, or typed
     * @param requestId names the call
     * @param address the peer's; null inside the process
     * @throws AppException {@code validation_failed} on {@code token} for less than 16 characters;
     *     {@code invite_malformed} for what has not the form of one; {@code not_found}; {@code invite_used};
     *     {@code invite_expired}, also when who made it may not give that role any more
     */
    public AcceptedInvite accept(String token, String requestId, @Nullable String address) {
        if (token.length() < SHORTEST_TOKEN) {
            throw AppException.invalid("token", "Give the whole token; it has more than 16 characters.");
        }
        InvitationCode code = InvitationCode.find(token)
                .orElseThrow(() -> new AppException(
                        AccessError.INVITE_MALFORMED,
                        "That is no token of an invite, which has eight groups of four letters and digits."));
        Token key = Token.generate(random);
        // Alone: of two who take one at the same moment the second finds it used.
        Outcome outcome = store.writeAlone(tx -> take(tx, code, key, requestId, address));
        return switch (outcome) {
            case Taken(AcceptedInvite accepted) -> accepted;
            case Refused(ErrorCode error, String why) -> throw new AppException(error, why);
        };
    }

    /** What taking came to. A refusal is no exception, since what was found expired must be kept as that. */
    private sealed interface Outcome {}

    private record Taken(AcceptedInvite accepted) implements Outcome {}

    private record Refused(ErrorCode error, String why) implements Outcome, Entry {}

    private Outcome take(Transaction tx, InvitationCode code, Token token, String requestId, @Nullable String address) {
        Instant now = clock.instant();
        return switch (enter(tx, code, Origin.HTTP, requestId, address)) {
            case Refused refused -> refused;
            case Entered(Member member, Caller self) -> {
                tx.afterEnd(changed);
                ApiKey first = ApiKey.firstOf(member, ids.next("key"), token, now);
                keys.insert(tx, self, first, token);
                yield new Taken(new AcceptedInvite(member, new CreatedApiKey(first, token)));
            }
        };
    }

    /** Makes homes those of who joins with an invite. */
    Newcomers newcomers(String homeId) {
        return new Newcomers() {
            @Override
            public Optional<Invited> take(Transaction tx, InvitationCode code) {
                Invite invite = invites.find(tx, code).orElse(null);
                if (invite == null) {
                    return Optional.empty();
                }
                Optional<Member> present = present(tx);
                if (present.filter(each -> !invite.email().equals(each.email())).isPresent()) {
                    return Optional.of(new Invited("This home is "
                            + present.get().name() + "'s. Join with a new home (--home DIR). Nothing was changed."));
                }
                return Optional.of(
                        switch (enter(tx, code, Origin.WINDOW, "join", null)) {
                            case Refused(ErrorCode _, String why) -> new Invited(why);
                            case Entered(Member member, Caller _) -> {
                                rows.bindHome(tx, homeId, member.id(), clock.instant());
                                yield new Invited(null);
                            }
                        });
            }

            @Override
            public boolean bind(Transaction tx, String memberId, @Nullable String keyId) {
                Set<Scope> scopes = scopesNow(tx, memberId, keyId);
                if (!scopes.contains(Scope.ORGANIZATION_WRITE)) {
                    return false;
                }
                if (present(tx).isEmpty() && scopes.containsAll(Role.OWNER.scopes())) {
                    rows.bindHome(tx, homeId, memberId, clock.instant());
                }
                return true;
            }

            private Optional<Member> present(Transaction tx) {
                return rows.findMemberOfHome(tx, homeId).filter(each -> each.removedAt() == null);
            }
        };
    }

    /** Who entered with an invite. */
    private sealed interface Entry {}

    private record Entered(Member member, Caller self) implements Entry {}

    private Entry enter(
            Transaction tx, InvitationCode code, Origin origin, String requestId, @Nullable String address) {
        Instant now = clock.instant();
        Invite invite = invites.find(tx, code).orElse(null);
        if (invite == null) {
            return new Refused(
                    PlatformError.NOT_FOUND, "There is no invite with this token: it is wrong, or was withdrawn.");
        }
        if (invite.usedAt() != null) {
            return new Refused(
                    AccessError.INVITE_USED,
                    "This invite was taken. If you have no key of it, ask for another invite to the same address.");
        }
        if (invite.status(now) == Invite.Status.EXPIRED) {
            invites.markExpired(tx, invite.id());
            return new Refused(
                    AccessError.INVITE_EXPIRED, "This invite ended at " + invite.expiresAt() + ". Ask for another.");
        }
        if (!mayStillInvite(tx, invite)) {
            return new Refused(
                    AccessError.INVITE_EXPIRED,
                    "Who made this invite may not give the role "
                            + invite.role().wireName() + " any more. Ask for another.");
        }
        Member known = rows.findMemberByEmail(tx, invite.organizationId(), invite.email())
                .orElse(null);
        boolean wasHere = known != null && rows.firstUse(tx, known.id()).isPresent();
        if (known != null && wasHere && (!invite.again() || rows.hasWorkingKey(tx, known.id(), now))) {
            return new Refused(
                    AccessError.INVITE_USED, "A key of yours was used since this invite was made. Use that key.");
        }
        if (known != null && known.role() != invite.role()) {
            return new Refused(
                    AccessError.INVITE_EXPIRED, "Your role was changed since this invite was made. Ask for another.");
        }
        Member member = known == null ? newMember(tx, invite, now) : known;
        Caller self = new Caller(
                member.organizationId(), member.id(), null, member.role().scopes(), origin, requestId, address);
        if (known != null) {
            keys.revokeAllOf(tx, self, known);
        }
        invites.markUsed(tx, invite.id(), now);
        if (origin == Origin.HTTP) {
            vault.shutOut(tx, invite.id());
        }
        Map<String, Object> told = member.told();
        told.put("inviteId", invite.id());
        events.append(tx, self, new NewEvent(EventKind.MEMBER_JOINED, member.id(), told));
        return new Entered(member, self);
    }

    /** Who made it may give the role now and, if that was with a key, the key may. */
    private boolean mayStillInvite(Transaction tx, Invite invite) {
        Set<Scope> scopes = scopesNow(tx, invite.invitedBy(), invite.keyId());
        return scopes.contains(Scope.MEMBERS_WRITE)
                && scopes.containsAll(invite.role().scopes());
    }

    /** What somebody may do now with a key, or without one at their window. */
    private Set<Scope> scopesNow(Transaction tx, String memberId, @Nullable String keyId) {
        if (keyId != null) {
            return rows.findKeyById(tx, keyId)
                    .filter(key -> !key.isExpired(clock.instant()))
                    .map(KeyOfMember::effectiveScopes)
                    .orElse(Set.of());
        }
        return rows.findMemberById(tx, memberId)
                .filter(each -> each.removedAt() == null)
                .map(each -> each.role().scopes())
                .orElse(Set.of());
    }

    private Member newMember(Transaction tx, Invite invite, Instant now) {
        String name = invite.email().substring(0, invite.email().lastIndexOf('@'));
        Member member =
                new Member(ids.next("mem"), invite.organizationId(), name, invite.email(), invite.role(), now, null);
        rows.insertMember(tx, member);
        return member;
    }
}
