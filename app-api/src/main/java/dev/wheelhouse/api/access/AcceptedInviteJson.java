package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.AcceptedInvite;
import dev.wheelhouse.core.access.Role;

/** Where somebody is a member now, and the token of their first key. */
record AcceptedInviteJson(String organizationId, Role role, String token) {

    static AcceptedInviteJson from(AcceptedInvite accepted) {
        return new AcceptedInviteJson(
                accepted.member().organizationId(),
                accepted.member().role(),
                accepted.key().token().text());
    }
}
