package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Organizations, members and keys in the state store. */
final class JdbcAccessStore {

    private static final String KEY_COLUMNS =
            "k.id, k.organization_id, k.member_id, k.home_id, k.parent_id, k.name, k.scopes,"
                    + " k.token_hash, k.token_prefix, k.token_last4, k.expires_at, k.last_used_at, k.created_at";

    void insertOrganization(Transaction tx, String id, String name, Instant at) {
        tx.handle()
                .createUpdate("INSERT INTO organization (id, name, created_at) VALUES (:id, :name, :at)")
                .bind("id", id)
                .bind("name", name)
                .bind("at", at.toEpochMilli())
                .execute();
    }

    void insertMember(Transaction tx, Member member) {
        tx.handle()
                .createUpdate("""
                        INSERT INTO member (id, organization_id, name, role, created_at)
                        VALUES (:id, :organization, :name, :role, :at)""")
                .bind("id", member.id())
                .bind("organization", member.organizationId())
                .bind("name", member.name())
                .bind("role", member.role().wireName())
                .bind("at", member.createdAt().toEpochMilli())
                .execute();
    }

    /** The member who owned the store first. */
    Optional<Member> findFirstOwner(Transaction tx) {
        return tx.handle().createQuery("""
                        SELECT id, organization_id, name, role, created_at FROM member
                        WHERE role = 'owner' ORDER BY created_at, id LIMIT 1""").map((row, _) -> readMember(row)).findOne();
    }

    Optional<Member> findMember(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery("""
                        SELECT id, organization_id, name, role, created_at FROM member
                        WHERE organization_id = :organization AND id = :id""")
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> readMember(row))
                .findOne();
    }

    void insertKey(Transaction tx, ApiKey key, String tokenHash) {
        tx.handle()
                .createUpdate("""
                        INSERT INTO api_key (id, organization_id, member_id, home_id, parent_id, name, scopes,
                            token_hash, token_prefix, token_last4, expires_at, created_at)
                        VALUES (:id, :organization, :member, :home, :parent, :name, :scopes, :hash, :prefix, :last4,
                            :expires, :at)""")
                .bind("id", key.id())
                .bind("organization", key.organizationId())
                .bind("member", key.memberId())
                .bind("home", key.homeId())
                .bind("parent", key.parentId())
                .bind("name", key.name())
                .bind("scopes", Json.write(key.scopes()))
                .bind("hash", tokenHash)
                .bind("prefix", key.tokenPrefix())
                .bind("last4", key.tokenLast4())
                .bind(
                        "expires",
                        key.expiresAt() == null ? null : (Long) key.expiresAt().toEpochMilli())
                .bind("at", key.createdAt().toEpochMilli())
                .execute();
    }

    Optional<ApiKey> findKey(Transaction tx, String organizationId, String id) {
        return tx.handle()
                .createQuery("SELECT " + KEY_COLUMNS + " FROM api_key k"
                        + " WHERE k.organization_id = :organization AND k.id = :id")
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> readKey(row))
                .findOne();
    }

    Optional<KeyOfMember> findKeyByHash(Transaction tx, String hash) {
        return findKeyOfMember(tx, "k.token_hash = :value", hash);
    }

    Optional<KeyOfMember> findKeyById(Transaction tx, String id) {
        return findKeyOfMember(tx, "k.id = :value", id);
    }

    private static Optional<KeyOfMember> findKeyOfMember(Transaction tx, String condition, String value) {
        return tx.handle()
                .createQuery("SELECT " + KEY_COLUMNS + ", m.role FROM api_key k JOIN member m ON m.id = k.member_id"
                        + " WHERE " + condition)
                .bind("value", value)
                .map((row, _) ->
                        new KeyOfMember(readKey(row), row.getString("token_hash"), Role.of(row.getString("role"))))
                .findOne();
    }

    /** The keys that a key made, those that these made, and so on. */
    List<ApiKey> descendantsOf(Transaction tx, String id) {
        return tx.handle()
                .createQuery("""
                        WITH RECURSIVE family (id) AS (
                            SELECT id FROM api_key WHERE parent_id = :id
                            UNION ALL SELECT child.id FROM api_key child JOIN family ON child.parent_id = family.id)
                        SELECT %s FROM api_key k WHERE k.id IN (SELECT id FROM family) ORDER BY k.id""".formatted(KEY_COLUMNS))
                .bind("id", id)
                .map((row, _) -> readKey(row))
                .list();
    }

    List<ApiKey> listKeys(Transaction tx, String organizationId, PageRequest page) {
        return tx.handle()
                .createQuery("SELECT " + KEY_COLUMNS + " FROM api_key k WHERE k.organization_id = :organization"
                        + " AND k.id < :before ORDER BY k.id DESC LIMIT :limit")
                .bind("organization", organizationId)
                .bind("before", page.beforeId())
                .bind("limit", page.limit() + 1)
                .map((row, _) -> readKey(row))
                .list();
    }

    /** The ids of the local tokens of a home. */
    List<String> localKeysOf(Transaction tx, String homeId) {
        return tx.handle()
                .createQuery("SELECT id FROM api_key WHERE home_id = :home")
                .bind("home", homeId)
                .mapTo(String.class)
                .list();
    }

    /** With all its {@link #descendantsOf descendants}. */
    void deleteKey(Transaction tx, String id) {
        tx.handle()
                .createUpdate("DELETE FROM api_key WHERE id = :id")
                .bind("id", id)
                .execute();
    }

    void noteUse(Transaction tx, String id, Instant at) {
        tx.handle()
                .createUpdate("UPDATE api_key SET last_used_at = :at WHERE id = :id")
                .bind("at", at.toEpochMilli())
                .bind("id", id)
                .execute();
    }

    private static Member readMember(ResultSet row) throws SQLException {
        return new Member(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("name"),
                Role.of(row.getString("role")),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }

    private static ApiKey readKey(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getString("id"),
                row.getString("organization_id"),
                row.getString("member_id"),
                row.getString("home_id"),
                row.getString("parent_id"),
                row.getString("name"),
                Arrays.asList(Json.read(row.getString("scopes"), String[].class)),
                row.getString("token_prefix"),
                row.getString("token_last4"),
                readInstant(row, "expires_at"),
                readInstant(row, "last_used_at"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }

    private static @Nullable Instant readInstant(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }
}
