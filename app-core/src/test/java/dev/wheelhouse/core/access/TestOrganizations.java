package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.util.Set;

/** Organizations and members beside those that a console makes for itself, written as it writes its own. */
public final class TestOrganizations {

    private final StateStore store;
    private final IdGenerator ids;
    private final Clock clock;
    private final JdbcAccessStore rows = new JdbcAccessStore();

    public TestOrganizations(StateStore store, IdGenerator ids, Clock clock) {
        this.store = store;
        this.ids = ids;
        this.clock = clock;
    }

    /** The owner of a new organization, calling with every scope of the role. */
    public Caller newOrganization() {
        String id = ids.next("org");
        store.change(tx -> rows.insertOrganization(tx, id, "Organization " + id, clock.instant()));
        return newMember(id, Role.OWNER);
    }

    /** A new member of an organization, calling with every scope of the role. */
    public Caller newMember(String organizationId, Role role) {
        Member member = new Member(ids.next("mem"), organizationId, "Member", null, role, clock.instant(), null);
        store.change(tx -> rows.insertMember(tx, member));
        return new Caller(organizationId, member.id(), null, role.scopes(), Origin.HTTP, "req_test", null);
    }

    /** Gives a member another role, as another console does. */
    void setRole(Caller member, Role role) {
        store.change(tx ->
                tx.handle().execute("UPDATE member SET role = ? WHERE id = ?", role.wireName(), member.memberId()));
    }

    /** The same caller with fewer scopes or more, as another key of the member would have them. */
    public static Caller with(Caller caller, Set<Scope> scopes) {
        return new Caller(
                caller.organizationId(),
                caller.memberId(),
                caller.keyId(),
                scopes,
                caller.origin(),
                caller.requestId(),
                caller.address());
    }
}
