package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What happened and who did it, newest first. Belongs to the window's thread. */
final class AuditList extends PagedList<AuditList.Reading, AuditLine> {

    private static final Duration PACE = Duration.ofSeconds(3);
    private static final int PAGE = 100;

    private final EventService events;
    private final Access access;
    private final Supplier<Caller> callers;
    private final ZoneId zone;

    /** Read beside the window's thread. */
    private volatile EventFilter filter;

    /** The names stand while the events are the same. */
    private volatile @Nullable Reading known;

    /** @param names of members and keys, by id */
    record Reading(Page<Event> page, Map<String, String> names) {}

    /**
     * @param filter what it shows first
     * @param zone in which times are shown
     */
    AuditList(EventService events, Access access, EventFilter filter, Workbench workbench, Clock clock, ZoneId zone) {
        super(workbench.background(), clock, PACE, AuditLine::id, PAGE);
        this.events = events;
        this.access = access;
        this.filter = filter;
        this.callers = workbench.callers();
        this.zone = zone;
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        EventFilter wanted = filter;
        Page<Event> page = readPages(request -> events.list(caller, wanted, request));
        Reading before = known;
        if (before != null && before.page().equals(page)) {
            return before;
        }
        Map<String, String> names = new HashMap<>();
        if (caller.may(Scope.API_KEYS_READ)) {
            readAll(request -> access.apiKeys().list(caller, request))
                    .forEach(each -> names.put(each.id(), name(each)));
        }
        if (caller.may(Scope.MEMBERS_READ)) {
            page.items().stream()
                    .flatMap(each -> AuditLine.memberOf(each).stream())
                    .distinct()
                    .forEach(id -> names.put(id, nameOf(caller, id)));
        }
        Reading now = new Reading(page, names);
        known = now;
        return now;
    }

    private static String name(ApiKey key) {
        return key.isLocal() ? "the local token" : "the key " + key.name();
    }

    private String nameOf(Caller caller, String memberId) {
        try {
            Member member = access.members().get(caller, memberId);
            return member.removedAt() == null ? member.name() : member.name() + " (removed)";
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.NOT_FOUND) {
                return memberId;
            }
            throw e;
        }
    }

    @Override
    protected List<AuditLine> lines(Reading reading) {
        setHasMore(reading.page().next() != null);
        Instant now = clock().instant();
        return reading.page().items().stream()
                .map(each -> AuditLine.of(each, reading.names(), now, zone))
                .toList();
    }

    /** Shows others, from the newest on. */
    void narrow(EventFilter wanted) {
        if (!wanted.equals(filter)) {
            filter = wanted;
            readAnew();
        }
    }

    EventFilter filter() {
        return filter;
    }

    ZoneId zone() {
        return zone;
    }
}
