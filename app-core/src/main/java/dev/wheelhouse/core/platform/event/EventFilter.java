package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events are wanted.
 *
 * @param kinds names such as {@code deploy.failed}, whole groups such as {@code deploy.*}, or {@code *}; none for all
 * @param subjectId null for any
 * @param actorId member or key that did it; null for any, and for who may not read the audit
 * @param from the first moment that counts; null for the beginning
 * @param to the first moment that no longer counts; null for now
 */
public record EventFilter(
        List<String> kinds,
        @Nullable String subjectId,
        @Nullable String actorId,
        @Nullable Instant from,
        @Nullable Instant to) {

    public static final EventFilter ALL = new EventFilter(List.of(), null, null, null);

    private static final int MOST_KINDS = 20;
    private static final int LONGEST_SHOWN = 60;

    /** @throws AppException {@code validation_failed} on {@code query.kind} and {@code query.to} */
    public EventFilter {
        kinds = List.copyOf(kinds);
        if (kinds.size() > MOST_KINDS) {
            throw AppException.invalid("query.kind", "Give at most " + MOST_KINDS + " kinds.");
        }
        for (String kind : kinds) {
            if (!EventKind.isKnown(kind)) {
                throw AppException.invalid(
                        "query.kind",
                        "There is no kind named " + shown(kind)
                                + ". GET /event-kinds lists them; app.* is a group, * is all.");
            }
        }
        if (from != null && to != null && !from.isBefore(to)) {
            throw AppException.invalid("query.to", "Give a time after from.");
        }
    }

    /** By any actor. */
    public EventFilter(List<String> kinds, @Nullable String subjectId, @Nullable Instant from, @Nullable Instant to) {
        this(kinds, subjectId, null, from, to);
    }

    /** @throws AppException {@code insufficient_scope} for who asks what somebody did and may not read the audit */
    void require(Caller caller) {
        caller.require(Scope.EVENTS_READ);
        if (actorId != null) {
            caller.require(Scope.AUDIT_READ);
        }
    }

    static String shown(String kind) {
        String cut = kind.length() > LONGEST_SHOWN ? kind.substring(0, LONGEST_SHOWN) + "…" : kind;
        return "\"" + cut.replaceAll("\\p{Cntrl}", " ") + "\"";
    }

    /** Whether an event is wanted. */
    boolean matches(Event event) {
        return (anyKind() || kinds.stream().anyMatch(kind -> covers(kind, event.kind())))
                && (subjectId == null || subjectId.equals(event.subjectId()))
                && (actorId == null || isBy(event, actorId))
                && (from == null || !event.occurredAt().isBefore(from))
                && (to == null || event.occurredAt().isBefore(to));
    }

    private static boolean isBy(Event event, String actorId) {
        return event.actor() != null
                && (actorId.equals(event.actor().get("memberId"))
                        || actorId.equals(event.actor().get("keyId")));
    }

    private static boolean covers(String pattern, String kind) {
        return pattern.endsWith("*")
                ? kind.startsWith(pattern.substring(0, pattern.length() - 1))
                : pattern.equals(kind);
    }

    /** Whether every kind counts. */
    boolean anyKind() {
        return kinds.isEmpty() || kinds.contains("*");
    }
}
