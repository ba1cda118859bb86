package dev.wheelhouse.core.access;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A person in an organization.
 *
 * @param email in lower case; null for the first owner, whom nobody invited
 * @param removedAt null while they are a member; a removed one stays for the record
 */
public record Member(
        String id,
        String organizationId,
        String name,
        @Nullable String email,
        Role role,
        Instant createdAt,
        @Nullable Instant removedAt) {

    Member withRole(Role other) {
        return new Member(id, organizationId, name, email, other, createdAt, removedAt);
    }

    Member withName(String other) {
        return new Member(id, organizationId, other, email, role, createdAt, removedAt);
    }

    Member removed(Instant at) {
        return new Member(id, organizationId, name, email, role, createdAt, at);
    }

    /** What events say of them. */
    Map<String, Object> told() {
        Map<String, Object> told = new LinkedHashMap<>(Map.of("name", name, "role", role.wireName()));
        if (email != null) {
            told.put("email", email);
        }
        return told;
    }
}
