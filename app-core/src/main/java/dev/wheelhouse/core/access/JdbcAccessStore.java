package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Organizations, members and keys in the state store. */
final class JdbcAccessStore {

    private static final Columns<ApiKey> KEY_COLUMNS = Columns.of(ApiKey.class);

    private final Table<Member> members = new Table<>("member", Columns.of(Member.class));
    private final Table<ApiKey> keys = new Table<>("api_key", KEY_COLUMNS);

    void insertOrganization(Transaction tx, String id, String name, Instant at) {
        tx.execute("INSERT INTO organization (id, name, created_at) VALUES (?, ?, ?)", id, name, at);
    }

    void insertMember(Transaction tx, Member member) {
        members.insert(tx, member);
    }

    Optional<Organization> findOrganization(Transaction tx, String id) {
        return tx.select(Organization.class, "SELECT id, name, created_at FROM organization WHERE id = ?", id)
                .findOne();
    }

    void renameOrganization(Transaction tx, String id, String name) {
        tx.execute("UPDATE organization SET name = ? WHERE id = ?", name, id);
    }

    /** The member who owned the store first. */
    Optional<Member> findFirstOwner(Transaction tx) {
        return members.select(tx, "WHERE role = 'owner' AND removed_at IS NULL ORDER BY created_at, id LIMIT 1")
                .findOne();
    }

    /** Somebody who is a member. */
    Optional<Member> findMember(Transaction tx, String organizationId, String id) {
        return findMemberEver(tx, organizationId, id).filter(each -> each.removedAt() == null);
    }

    /** Somebody of whichever organization who is a member or was one. */
    Optional<Member> findMemberById(Transaction tx, String id) {
        return members.select(tx, "WHERE id = ?", id).findOne();
    }

    /** Somebody who is a member or was one. */
    Optional<Member> findMemberEver(Transaction tx, String organizationId, String id) {
        return members.find(tx, organizationId, id);
    }

    Optional<Member> findMemberByEmail(Transaction tx, String organizationId, String email) {
        return members.select(
                        tx, "WHERE organization_id = ? AND email = ? AND removed_at IS NULL", organizationId, email)
                .findOne();
    }

    /** Who is a member, newest first. */
    List<Member> listMembers(Transaction tx, String organizationId, PageRequest page) {
        return members.select(
                        tx,
                        "WHERE organization_id = ? AND removed_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?",
                        organizationId,
                        page.beforeId(),
                        page.limit() + 1)
                .list();
    }

    boolean isOnlyOwner(Transaction tx, Member member) {
        return member.role() == Role.OWNER
                && members.select(
                                tx,
                                "WHERE organization_id = ? AND role = 'owner' AND removed_at IS NULL AND id <> ?",
                                member.organizationId(),
                                member.id())
                        .list()
                        .isEmpty();
    }

    /** Whose a home is, or was. */
    Optional<Member> findMemberOfHome(Transaction tx, String homeId) {
        return members.select(tx, "WHERE id = (SELECT member_id FROM home_member WHERE home_id = ?)", homeId)
                .findOne();
    }

    List<String> homesOf(Transaction tx, String memberId) {
        return tx.select(String.class, "SELECT home_id FROM home_member WHERE member_id = ? ORDER BY home_id", memberId)
                .list();
    }

    /** When a key of a member was first used, or a home became theirs; empty until then. */
    Optional<Instant> firstUse(Transaction tx, String memberId) {
        return tx.select(Instant.class, "SELECT used_at FROM member WHERE id = ? AND used_at IS NOT NULL", memberId)
                .findOne();
    }

    private static void noteFirstUse(Transaction tx, String memberId, Instant at) {
        tx.execute("UPDATE member SET used_at = ? WHERE id = ? AND used_at IS NULL", at, memberId);
    }

    /** Binds a home to a member, in place of the one before. */
    void bindHome(Transaction tx, String homeId, String memberId, Instant at) {
        tx.execute(
                "INSERT INTO home_member (home_id, member_id, bound_at) VALUES (?, ?, ?)"
                        + " ON CONFLICT (home_id) DO UPDATE SET member_id = excluded.member_id, bound_at = excluded.bound_at",
                homeId,
                memberId,
                at);
        noteFirstUse(tx, memberId, at);
    }

    /** Leaves a home without a member. */
    void unbindHome(Transaction tx, String homeId) {
        tx.execute("DELETE FROM home_member WHERE home_id = ?", homeId);
    }

    void updateMember(Transaction tx, Member member) {
        members.update(tx, member, "WHERE id = ?", member.id());
    }

    void insertKey(Transaction tx, ApiKey key, String tokenHash) {
        new Table<>("api_key", KEY_COLUMNS.column("token_hash", _ -> tokenHash)).insert(tx, key);
    }

    Optional<ApiKey> findKey(Transaction tx, String organizationId, String id) {
        return keys.find(tx, organizationId, id);
    }

    Optional<KeyOfMember> findKeyByHash(Transaction tx, String hash) {
        return findKeyOfMember(tx, "k.token_hash = ?", hash);
    }

    Optional<KeyOfMember> findKeyById(Transaction tx, String id) {
        return findKeyOfMember(tx, "k.id = ?", id);
    }

    private static Optional<KeyOfMember> findKeyOfMember(Transaction tx, String condition, String value) {
        return tx.select(
                        KeyOfMember.class,
                        "SELECT k.*, m.role FROM api_key k JOIN member m ON m.id = k.member_id"
                                + " WHERE m.removed_at IS NULL AND " + condition,
                        value)
                .findOne();
    }

    /** The keys that a key made, those that these made, and so on. */
    List<ApiKey> descendantsOf(Transaction tx, String id) {
        return keys.select(tx, """
                        WHERE id IN (
                            WITH RECURSIVE family (id) AS (
                                SELECT id FROM api_key WHERE parent_id = ?
                                UNION ALL SELECT child.id FROM api_key child JOIN family ON child.parent_id = family.id)
                            SELECT id FROM family) ORDER BY id""", id).list();
    }

    List<ApiKey> listKeys(Transaction tx, String organizationId, PageRequest page) {
        return keys.list(tx, organizationId, page);
    }

    List<ApiKey> keysOfMember(Transaction tx, String memberId) {
        return keys.select(tx, "WHERE member_id = ? ORDER BY id", memberId).list();
    }

    /** Whether a member has a key that has not ended. */
    boolean hasWorkingKey(Transaction tx, String memberId, Instant now) {
        return keysOfMember(tx, memberId).stream()
                .anyMatch(key -> key.expiresAt() == null || now.isBefore(key.expiresAt()));
    }

    /** The keys that end by a moment, were not found expired and whose last day was not told. */
    List<EndingKey> keysThatEndBy(Transaction tx, Instant moment) {
        return tx.select(
                        EndingKey.class,
                        "SELECT * FROM api_key WHERE expires_at <= ? AND NOT expired"
                                + " AND (expiry_told IS NULL OR expiry_told > 1) ORDER BY id",
                        moment)
                .list();
    }

    /** @return whether nobody else told it */
    boolean noteExpiryTold(Transaction tx, EndingKey key, int days) {
        return tx.execute(
                        "UPDATE api_key SET expiry_told = ? WHERE id = ? AND (expiry_told IS NULL OR expiry_told > ?)",
                        days,
                        key.key().id(),
                        days)
                == 1;
    }

    /** Marks a key as expired, for good. */
    void markExpired(Transaction tx, String id) {
        tx.execute("UPDATE api_key SET expired = TRUE WHERE id = ?", id);
    }

    /** The ids of the local tokens of a home. */
    List<String> localKeysOf(Transaction tx, String homeId) {
        return tx.select(String.class, "SELECT id FROM api_key WHERE home_id = ?", homeId)
                .list();
    }

    /** With all its {@link #descendantsOf descendants}. */
    void deleteKey(Transaction tx, String id) {
        keys.delete(tx, id);
    }

    void setRate(Transaction tx, String id, int rate) {
        tx.handle().execute("UPDATE api_key SET requests_per_minute = ? WHERE id = ?", rate, id);
    }

    void noteUse(Transaction tx, ApiKey key, Instant at) {
        tx.execute("UPDATE api_key SET last_used_at = ? WHERE id = ?", at, key.id());
        noteFirstUse(tx, key.memberId(), at);
    }
}
