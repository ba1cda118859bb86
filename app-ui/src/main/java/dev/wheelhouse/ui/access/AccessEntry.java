package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;

/** Who may do something here: a member, somebody who was invited, or a key. Immutable. */
sealed interface AccessEntry {

    record OfMember(Member member) implements AccessEntry {}

    record OfInvite(Invite invite) implements AccessEntry {}

    record OfKey(ApiKey key) implements AccessEntry {}

    default String id() {
        return switch (this) {
            case OfMember(Member member) -> member.id();
            case OfInvite(Invite invite) -> invite.id();
            case OfKey(ApiKey key) -> key.id();
        };
    }

    default String name() {
        return switch (this) {
            case OfMember(Member member) -> member.name();
            case OfInvite(Invite invite) -> invite.email();
            case OfKey(ApiKey key) -> key.name();
        };
    }
}
