package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Members by role and name, then invites and keys, newest first; who may see neither sees themselves. Belongs to the
 * window's thread.
 */
final class AccessList extends LiveList<AccessList.Reading, AccessLine> {

    private static final Duration PACE = Duration.ofSeconds(5);
    private static final Comparator<Member> ORDER =
            Comparator.comparing(Member::role).reversed().thenComparing(Member::name, String.CASE_INSENSITIVE_ORDER);

    private final Access access;
    private final Supplier<Caller> callers;
    private final ZoneId zone;

    /**
     * What was read at once.
     *
     * @param me id of the member at this window
     * @param scopes what they may do
     */
    record Reading(String me, Set<Scope> scopes, List<Member> members, List<Invite> invites, List<ApiKey> keys) {}

    /** @param zone in which times are shown */
    AccessList(Access access, Workbench workbench, Clock clock, ZoneId zone) {
        super(workbench.background(), clock, PACE, AccessLine::id);
        this.access = access;
        this.callers = workbench.callers();
        this.zone = zone;
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        if (caller.scopes().isEmpty()) {
            // Nobody's window, as once its member was removed.
            caller.require(Scope.MEMBERS_READ);
        }
        boolean people = caller.may(Scope.MEMBERS_READ);
        return new Reading(
                caller.memberId(),
                caller.scopes(),
                people
                        ? PagedList.readAll(page -> access.members().list(caller, page))
                        : List.of(access.members().me(caller)),
                people ? PagedList.readAll(page -> access.invites().list(caller, page)) : List.of(),
                caller.may(Scope.API_KEYS_READ)
                        ? PagedList.readAll(page -> access.apiKeys().list(caller, page))
                        : List.of());
    }

    @Override
    protected List<AccessLine> lines(Reading reading) {
        Instant now = clock().instant();
        Map<String, String> names = new HashMap<>();
        reading.members().forEach(each -> names.put(each.id(), each.name()));
        List<AccessLine> lines = new ArrayList<>();
        reading.members().stream()
                .sorted(ORDER)
                .map(each -> AccessLine.of(each, each.id().equals(reading.me()), now))
                .forEach(lines::add);
        reading.invites().stream()
                .map(each -> AccessLine.of(each, names.getOrDefault(each.invitedBy(), "A former member"), now, zone))
                .forEach(lines::add);
        reading.keys().stream()
                .map(each -> AccessLine.of(each, names.getOrDefault(each.memberId(), "A former member"), now, zone))
                .forEach(lines::add);
        return lines;
    }

    /** What the member at this window may do, as far as it is known. */
    Set<Scope> scopes() {
        return last().map(Reading::scopes).orElse(Set.of());
    }

    Access access() {
        return access;
    }

    ZoneId zone() {
        return zone;
    }
}
