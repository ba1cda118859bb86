package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Organization;
import java.time.Instant;

/** An organization on the wire. */
record OrganizationJson(String id, String name, Instant createdAt) {

    static OrganizationJson from(Organization organization) {
        return new OrganizationJson(organization.id(), organization.name(), organization.createdAt());
    }
}
