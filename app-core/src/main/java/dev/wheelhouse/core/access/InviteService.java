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
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.net.MailAddresses;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.InvitationCode;
import dev.wheelhouse.core.platform.secret.Newcomers;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Invites, with which people become members. An invite is for one address and one role, is taken once within 72 hours and
 * lies in the state as a hash. Thread-safe.
 */
public final class InviteService {

    private static final System.Logger LOG = System.getLogger(InviteService.class.getName());

    /** The shortest token that is looked at, in characters. */
    static final int SHORTEST_TOKEN = 16;

    private static final Duration LIFETIME = Duration.ofDays(3);
    private static final int LONGEST_ADDRESS = 254;

    private final StateStore store;
    private final JdbcAccessStore rows;
    private final JdbcInviteStore invites = new JdbcInviteStore();
    private final EventLog events;
    private final ApiKeyService keys;
    private final VaultService vault;
    private final Runnable changed;
    private final InvitePost post;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;

    /** @param changed has everybody who remembers what a member may do ask again */
    InviteService(
            StateStore store,
            JdbcAccessStore rows,
            EventLog events,
            ApiKeyService keys,
            VaultService vault,
            Runnable changed,
            InvitePost post,
            AccessSources sources) {
        this.store = store;
        this.rows = rows;
        this.events = events;
        this.keys = keys;
        this.vault = vault;
        this.changed = changed;
        this.post = post;
        this.ids = sources.ids();
        this.random = sources.random();
        this.clock = sources.clock();
    }

    /**
     * Invites somebody, in place of an earlier invite to the address that nobody took. It is mailed where a mail server is
     * set. A member is invited again, and gets a new key for the first, for as long as no key of theirs was used: so an
     * answer that was lost loses nobody; once all their keys are gone or expired an owner may do so. Where consoles share the
     * state a new home can join with it, and opens the vault too where this one does and the caller may let homes in.
     *
     * @param email whom; upper and lower case are the same
     * @throws AppException {@code validation_failed}; {@code insufficient_scope} when the caller has not every scope of the
     *     role; {@code already_exists} for a member who has used a key
     */
    public CreatedInvite create(Caller caller, String email, Role role) {
        caller.require(Scope.MEMBERS_WRITE);
        String address = email.toLowerCase(Locale.ROOT);
        if (address.length() > LONGEST_ADDRESS || !MailAddresses.isAddress(address)) {
            throw AppException.invalid(
                    "email",
                    "Give one mail address, such as anna@example.com, of at most " + LONGEST_ADDRESS + " characters.");
        }
        MemberService.requireWithin(caller, role);
        InvitationCode code = InvitationCode.make(random);
        Instant now = clock.instant();
        Invite invite = new Invite(
                ids.next("inv"),
                caller.organizationId(),
                address,
                role,
                caller.memberId(),
                caller.isLocalToken() ? null : caller.keyId(),
                false,
                now,
                now.plus(LIFETIME),
                false,
                null);
        boolean opensVault = caller.may(Scope.ORGANIZATION_WRITE) && vault.prepareToLetIn();
        // Alone: of two invites to one address at the same moment the later one stays.
        Letter letter = store.writeAlone(tx -> insert(tx, caller, invite, code, opensVault));
        @Nullable MailOutcome outcome = mail(invite, letter);
        return new CreatedInvite(
                invite,
                code.text(),
                letter.text(),
                outcome instanceof MailOutcome.Sent,
                outcome instanceof MailOutcome.Refused refused ? refused.words() : null);
    }

    /** Whatever becomes of the mail, the invite is there, and who made it sees its token. */
    private @Nullable MailOutcome mail(Invite invite, Letter letter) {
        Mail mail = new Mail(invite.id(), invite.email(), letter.subject(), letter.text(), invite.createdAt());
        try {
            return post.send(invite.organizationId(), mail).orElse(null);
        } catch (AppException e) {
            return new MailOutcome.Refused(String.valueOf(e.getMessage()), false);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "The invite " + invite.id() + " could not be mailed", e);
            return new MailOutcome.Refused("The mail could not be sent; the console's log says why.", false);
        }
    }

    private record Letter(String subject, String text) {}

    private Letter insert(Transaction tx, Caller caller, Invite invite, InvitationCode code, boolean opensVault) {
        Member by = rows.findMember(tx, caller.organizationId(), caller.memberId())
                .orElseThrow(() -> AppException.notFound("member", caller.memberId()));
        Member known = rows.findMemberByEmail(tx, invite.organizationId(), invite.email())
                .orElse(null);
        if (known != null) {
            requireInvitable(tx, caller, known, invite);
        }
        boolean again = known != null && rows.firstUse(tx, known.id()).isPresent();
        invites.unusedOf(tx, invite.organizationId(), invite.email()).forEach(each -> forget(tx, each));
        invites.insert(tx, again ? invite.forWhoWasHere() : invite, hash(code));
        if (opensVault) {
            vault.letIn(tx, caller, invite.id(), code, invite.expiresAt());
        }
        events.append(tx, caller, new NewEvent(EventKind.MEMBER_INVITED, invite.id(), told(invite)));
        Organization organization =
                rows.findOrganization(tx, invite.organizationId()).orElseThrow();
        return new Letter(
                InviteText.subject(organization),
                InviteText.of(invite, code.text(), by, organization, post.console(), store.isShared()));
    }

    private void requireInvitable(Transaction tx, Caller caller, Member member, Invite invite) {
        // Whoever takes a member's invite acts as that member, so once they were here nobody but an owner gives
        // one.
        boolean mayAgain =
                rows.firstUse(tx, member.id()).isEmpty() || (!hasAWayIn(tx, member) && Role.OWNER.isWithin(caller));
        if (!mayAgain) {
            throw new AppException(
                    PlatformError.ALREADY_EXISTS,
                    invite.email() + " is a member already and has used a key. When all their keys are revoked or"
                            + " expired, an owner invites them again.");
        }
        if (member.role() != invite.role()) {
            throw AppException.invalid(
                    "role",
                    invite.email() + " is a member already, as " + member.role().wireName()
                            + ". Invite them as that, or change their role first.");
        }
    }

    /** Whether a member has a key that works. */
    private boolean hasAWayIn(Transaction tx, Member member) {
        Instant now = clock.instant();
        return rows.keysOfMember(tx, member.id()).stream()
                .anyMatch(key -> key.expiresAt() == null || now.isBefore(key.expiresAt()));
    }

    /** Withdraws what a member whose role changes, or who leaves, could come back with. */
    void forgetUnusedOf(Transaction tx, Member member) {
        if (member.email() != null) {
            invites.unusedOf(tx, member.organizationId(), member.email()).forEach(each -> forget(tx, each));
        }
    }

    /** Invites that nobody took, newest first. */
    public Page<Invite> list(Caller caller, PageRequest page) {
        caller.require(Scope.MEMBERS_READ);
        return Page.cut(store.read(tx -> invites.listUnused(tx, caller.organizationId(), page)), page, Invite::id);
    }

    /** @throws AppException {@code not_found} */
    public Invite get(Caller caller, String id) {
        caller.require(Scope.MEMBERS_READ);
        return store.read(tx -> load(tx, caller, id));
    }

    /**
     * Withdraws an invite.
     *
     * @throws AppException {@code not_found}; {@code insufficient_scope} when the caller has not every scope of its role;
     *     {@code state_invalid} for one that was taken
     */
    public void delete(Caller caller, String id) {
        caller.require(Scope.MEMBERS_WRITE);
        store.writeAlone(tx -> {
            Invite invite = load(tx, caller, id);
            MemberService.requireWithin(caller, invite.role());
            if (invite.usedAt() != null) {
                throw new AppException(
                        PlatformError.STATE_INVALID, "This invite was taken. Remove the member instead.");
            }
            forget(tx, invite);
            events.append(tx, caller, new NewEvent(EventKind.MEMBER_INVITE_DELETED, id, told(invite)));
            return true;
        });
    }

    private void forget(Transaction tx, Invite invite) {
        invites.delete(tx, invite.id());
        vault.shutOut(tx, invite.id());
    }

    /** The ids of those invites with which a new home opens the vault too. */
    public Set<String> thatOpenTheVault() {
        return store.read(vault::thatLetIn);
    }

    private Invite load(Transaction tx, Caller caller, String id) {
        return invites.find(tx, caller.organizationId(), id).orElseThrow(() -> AppException.notFound("invite", id));
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
            case Taken(AcceptedInvite accepted) -> {
                changed.run();
                yield accepted;
            }
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
                Invite invite = invites.findByHash(tx, hash(code)).orElse(null);
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
        Invite invite = invites.findByHash(tx, hash(code)).orElse(null);
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
        if (known != null && wasHere && (!invite.again() || hasAWayIn(tx, known))) {
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

    private static Map<String, Object> told(Invite invite) {
        return Map.of("email", invite.email(), "role", invite.role().wireName());
    }

    private static String hash(InvitationCode code) {
        return Sha256.hexOf(code.text());
    }
}
