package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.json.WireName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of scopes and roles in the decisions about the HTTP contract, section 2, written once more. */
class RoleTest {

    /** Scopes, and the first of the roles that has them; every role after it has them too. */
    private static final Map<Role, String> TABLE = Map.of(
            Role.VIEWER,
                    "servers:read metrics:read apps:read logs:read databases:read backups:read mail:read"
                            + " deployments:read schedules:read vcs:read notifications:read webhooks:read"
                            + " conversations:read events:read databases:query",
            Role.MEMBER,
                    "databases:write apps:control deployments:write schedules:run conversations:write apps:write"
                            + " schedules:write backups:write mail:write",
            Role.ADMIN,
                    "databases:admin servers:write servers:exec backups:restore vcs:write notifications:write"
                            + " webhooks:write members:read members:write api-keys:read api-keys:write audit:read",
            Role.OWNER, "organization:write");

    @Test
    void givesEachRoleTheScopesOfItsColumnAndNoOther() {
        Set<String> soFar = new HashSet<>();
        for (Role role : List.of(Role.VIEWER, Role.MEMBER, Role.ADMIN, Role.OWNER)) {
            soFar.addAll(List.of(TABLE.getOrDefault(role, "").split(" ")));
            assertThat(role.scopes().stream().map(Scope::wireName))
                    .as(role.wireName())
                    .containsExactlyInAnyOrderElementsOf(soFar);
        }
    }

    @Test
    void hasARowForEveryScopeThereIs() {
        List<String> rows = new ArrayList<>();
        TABLE.values().forEach(names -> rows.addAll(List.of(names.split(" "))));
        assertThat(rows)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.allOf(Scope.class).stream().map(Scope::wireName).toList());
    }

    @Test
    void isFoundByTheNameItIsStoredUnder() {
        Map<String, Role> byName = new HashMap<>();
        for (Role role : Role.values()) {
            byName.put(role.wireName(), WireName.of(Role.class, role.wireName()));
        }
        assertThat(byName)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("viewer", Role.VIEWER, "member", Role.MEMBER, "admin", Role.ADMIN, "owner", Role.OWNER));
    }
}
