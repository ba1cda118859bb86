package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * The people of an organization. A changed role and a removal hold from the next call on here, and within a second on
 * other consoles of the state. Thread-safe.
 */
public final class MemberService {

    private final StateStore store;
    private final JdbcAccessStore rows;
    private final EventLog events;
    private final ApiKeyService keys;
    private final InviteService invites;
    private final VaultService vault;
    private final Runnable changed;
    private final Clock clock;

    /** @param changed has everybody who remembers what a member may do ask again */
    MemberService(
            StateStore store,
            JdbcAccessStore rows,
            EventLog events,
            ApiKeyService keys,
            InviteService invites,
            VaultService vault,
            Runnable changed,
            Clock clock) {
        this.store = store;
        this.rows = rows;
        this.events = events;
        this.keys = keys;
        this.invites = invites;
        this.vault = vault;
        this.changed = changed;
        this.clock = clock;
    }

    /** Who is a member, newest first. */
    public Page<Member> list(Caller caller, PageRequest page) {
        caller.require(Scope.MEMBERS_READ);
        return Page.cut(store.read(tx -> rows.listMembers(tx, caller.organizationId(), page)), page, Member::id);
    }

    /**
     * Somebody who is a member or was one.
     *
     * @throws AppException {@code not_found}
     */
    public Member get(Caller caller, String id) {
        caller.require(Scope.MEMBERS_READ);
        return store.read(tx -> rows.findMemberEver(tx, caller.organizationId(), id))
                .orElseThrow(() -> AppException.notFound("member", id));
    }

    /**
     * Gives a member another role.
     *
     * @param before the role that they had when they were read
     * @throws AppException {@code not_found}; {@code insufficient_scope} when the caller has not every scope of both roles;
     *     {@code last_owner}; {@code precondition_failed} when they have another role meanwhile
     */
    public Member changeRole(Caller caller, String id, Role before, Role role) {
        caller.require(Scope.MEMBERS_WRITE);
        // Alone: two owners who demote each other in one moment would leave none.
        return store.writeAlone(tx -> {
            Member member = changeable(tx, caller, id);
            requireWithin(caller, role);
            if (member.role() != before) {
                throw new AppException(
                        PlatformError.PRECONDITION_FAILED, "The member was changed since you read it. Read it again.");
            }
            if (role == before) {
                return member;
            }
            requireAnotherOwner(tx, member);
            tx.afterEnd(changed);
            invites.forgetUnusedOf(tx, member);
            Member with = member.withRole(role);
            Map<String, Object> was = Map.of("role", before.wireName());
            update(tx, caller, EventKind.MEMBER_ROLE_CHANGED, with, was, Map.of("role", role.wireName()));
            return with;
        });
    }

    /**
     * Removes a member: their keys are revoked, what was set up with them and begins by itself is turned off, their homes
     * open the vault no longer, and their name stays for the record.
     *
     * @throws AppException {@code not_found}; {@code insufficient_scope} when the caller has not every scope of their role;
     *     {@code last_owner}; {@code vault_locked} when a home of theirs opens the vault and this one cannot
     */
    public void remove(Caller caller, String id) {
        caller.require(Scope.MEMBERS_WRITE);
        // Before the vault is asked, which may be locked.
        store.read(tx -> changeable(tx, caller, id));
        vault.dismiss(caller, tx -> rows.homesOf(tx, id), tx -> {
            Member member = changeable(tx, caller, id);
            requireAnotherOwner(tx, member);
            tx.afterEnd(changed);
            invites.forgetUnusedOf(tx, member);
            keys.revokeAllOf(tx, caller, member);
            rows.updateMember(tx, member.removed(clock.instant()));
            events.append(tx, caller, new NewEvent(EventKind.MEMBER_REMOVED, id, member.told()));
        });
    }

    /** The member behind a caller. */
    public Member me(Caller caller) {
        return store.read(tx -> rows.findMember(tx, caller.organizationId(), caller.memberId()))
                .orElseThrow(() -> AppException.notFound("member", caller.memberId()));
    }

    /**
     * Gives the caller's own member another name.
     *
     * @param name 1 to 100 characters
     * @throws AppException {@code validation_failed}; {@code insufficient_scope} for a key with less than their role has
     */
    public Member rename(Caller caller, String name) {
        FieldProblem.ofLabel("name", name).ifPresent(problem -> {
            throw AppException.invalid(List.of(problem));
        });
        return store.writeAlone(tx -> {
            Member before = rows.findMember(tx, caller.organizationId(), caller.memberId())
                    .orElseThrow(() -> AppException.notFound("member", caller.memberId()));
            if (!before.role().isWithin(caller)) {
                throw new AppException(
                        PlatformError.INSUFFICIENT_SCOPE,
                        "This key has not all that you may do. Use one that has, to speak for yourself.");
            }
            Member with = before.withName(name.strip());
            update(
                    tx,
                    caller,
                    EventKind.MEMBER_RENAMED,
                    with,
                    Map.of("name", before.name()),
                    Map.of("name", with.name()));
            return with;
        });
    }

    private void update(
            Transaction tx,
            Caller caller,
            EventKind kind,
            Member member,
            Map<String, Object> before,
            Map<String, Object> after) {
        rows.updateMember(tx, member);
        Map<String, Object> data = member.told();
        data.put("before", before);
        data.put("after", after);
        events.append(tx, caller, new NewEvent(kind, member.id(), data));
    }

    private Member changeable(Transaction tx, Caller caller, String id) {
        Member member =
                rows.findMember(tx, caller.organizationId(), id).orElseThrow(() -> AppException.notFound("member", id));
        requireWithin(caller, member.role());
        return member;
    }

    /** @throws AppException {@code insufficient_scope} for a role with a scope that the caller has not */
    static void requireWithin(Caller caller, Role role) {
        if (!role.isWithin(caller)) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "The role " + role.wireName() + " may more than you do. Ask somebody who has it.");
        }
    }

    private void requireAnotherOwner(Transaction tx, Member member) {
        if (rows.isOnlyOwner(tx, member)) {
            throw new AppException(
                    AccessError.LAST_OWNER, member.name() + " is the only owner. Make another member an owner first.");
        }
    }
}
