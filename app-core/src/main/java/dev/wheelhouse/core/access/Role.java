package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.json.WireName;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/** What a member of an organization may do; each role has what the one before it has, and more. */
public enum Role implements WireName {
    VIEWER,
    MEMBER,
    ADMIN,
    OWNER;

    private static final Set<Scope> VIEWERS = Set.of(
            Scope.SERVERS_READ,
            Scope.METRICS_READ,
            Scope.APPS_READ,
            Scope.LOGS_READ,
            Scope.DATABASES_READ,
            Scope.BACKUPS_READ,
            Scope.MAIL_READ,
            Scope.DEPLOYMENTS_READ,
            Scope.SCHEDULES_READ,
            Scope.VCS_READ,
            Scope.NOTIFICATIONS_READ,
            Scope.WEBHOOKS_READ,
            Scope.CONVERSATIONS_READ,
            Scope.EVENTS_READ,
            Scope.DATABASES_QUERY);

    private static final Set<Scope> MEMBERS = Set.of(
            Scope.DATABASES_WRITE,
            Scope.APPS_CONTROL,
            Scope.DEPLOYMENTS_WRITE,
            Scope.SCHEDULES_RUN,
            Scope.CONVERSATIONS_WRITE,
            Scope.APPS_WRITE,
            Scope.SCHEDULES_WRITE,
            Scope.BACKUPS_WRITE,
            Scope.MAIL_WRITE);

    /** Every scope the role has. */
    public Set<Scope> scopes() {
        return switch (this) {
            case VIEWER -> VIEWERS;
            case MEMBER -> union(VIEWERS, MEMBERS);
            case ADMIN -> Set.copyOf(EnumSet.complementOf(EnumSet.of(Scope.ORGANIZATION_WRITE)));
            case OWNER -> Set.copyOf(EnumSet.allOf(Scope.class));
        };
    }

    /** Whether a caller may give this role, or act on who has it: with every scope of it, so that none is won. */
    boolean isWithin(Caller caller) {
        return caller.scopes().containsAll(scopes());
    }

    /** Those scopes of the given wire names that the role has. */
    Set<Scope> scopesAmong(Collection<String> names) {
        Set<Scope> allowed = scopes();
        Set<Scope> among = EnumSet.noneOf(Scope.class);
        names.forEach(name -> Scope.find(name).filter(allowed::contains).ifPresent(among::add));
        return Set.copyOf(among);
    }

    private static Set<Scope> union(Set<Scope> left, Set<Scope> right) {
        EnumSet<Scope> both = EnumSet.copyOf(left);
        both.addAll(right);
        return Set.copyOf(both);
    }
}
