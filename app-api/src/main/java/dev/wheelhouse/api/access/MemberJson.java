package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A member on the wire. */
record MemberJson(
        String id,
        String name,
        @Nullable String email,
        Role role,
        Instant createdAt,
        @Nullable Instant removedAt) {

    static MemberJson from(Member member) {
        return new MemberJson(
                member.id(), member.name(), member.email(), member.role(), member.createdAt(), member.removedAt());
    }
}
