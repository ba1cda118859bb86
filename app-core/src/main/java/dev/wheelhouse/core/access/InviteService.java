package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.net.MailAddresses;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.InvitationCode;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Invites, with which people become members. An invite is for one address and one role, is taken once within 72 hours and
 * lies in the state as a hash. {@link InviteAcceptance} takes them. Thread-safe.
 */
public final class InviteService {

    private static final System.Logger LOG = System.getLogger(InviteService.class.getName());

    private static final Duration LIFETIME = Duration.ofDays(3);
    private static final int LONGEST_ADDRESS = 254;

    private final StateStore store;
    private final JdbcAccessStore rows;
    private final JdbcInviteStore invites = new JdbcInviteStore();
    private final EventLog events;
    private final VaultService vault;
    private final InvitePost post;
    private final IdGenerator ids;
    private final RandomGenerator random;
    private final Clock clock;

    InviteService(
            StateStore store,
            JdbcAccessStore rows,
            EventLog events,
            VaultService vault,
            InvitePost post,
            AccessSources sources) {
        this.store = store;
        this.rows = rows;
        this.events = events;
        this.vault = vault;
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
        boolean again = rows.findMemberByEmail(tx, invite.organizationId(), invite.email())
                .filter(member -> requireInvitable(tx, caller, member, invite))
                .isPresent();
        invites.unusedOf(tx, invite.organizationId(), invite.email()).forEach(each -> forget(tx, each));
        invites.insert(tx, again ? invite.forWhoWasHere() : invite, code);
        if (opensVault) {
            vault.letIn(tx, caller, invite.id(), code, invite.expiresAt());
        }
        events.append(tx, caller, new NewEvent(EventKind.MEMBER_INVITED, invite.id(), told(invite)));
        Organization organization =
                rows.findOrganization(tx, invite.organizationId()).orElseThrow();
        return new Letter(
                InviteText.subject(organization),
                InviteText.of(
                        invite,
                        code.text(),
                        by,
                        organization,
                        post.console(invite.organizationId()),
                        store.isShared()));
    }

    /** @return whether a key of the member was used before */
    private boolean requireInvitable(Transaction tx, Caller caller, Member member, Invite invite) {
        boolean wasHere = rows.firstUse(tx, member.id()).isPresent();
        // The invited person acts as that member, so only an owner gives one for somebody who was here.
        if (wasHere && (rows.hasWorkingKey(tx, member.id(), clock.instant()) || !Role.OWNER.isWithin(caller))) {
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
        return wasHere;
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

    private static Map<String, Object> told(Invite invite) {
        return Map.of("email", invite.email(), "role", invite.role().wireName());
    }
}
