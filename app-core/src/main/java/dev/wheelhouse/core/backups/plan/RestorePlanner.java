package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.backups.wal.WalGap;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds how to get to a target from what is stored, and which times can be reached. What it cannot prove from what is
 * stored it refuses. Immutable.
 */
public final class RestorePlanner {

    private static final Comparator<Reach> NEWEST_BASE = Comparator.comparing(
                    (Reach each) -> each.base().stoppedAt())
            .thenComparing(each -> each.base().runId());

    private final StoredHistory history;
    private final List<Reach> reaches;

    public RestorePlanner(StoredHistory history) {
        this.history = history;
        reaches = history.bases().stream()
                .filter(history::hasWalOf)
                .map(each -> Reach.of(each, history))
                .filter(each -> history.timelines().canBeFollowed(each.timeline()))
                .toList();
    }

    public RestoreWindow window() {
        if (reaches.isEmpty()) {
            return RestoreWindow.NONE;
        }
        List<RestoreWindow.Gap> gaps = new ArrayList<>();
        Reach furthest = reaches.getFirst();
        for (Reach each : reaches) {
            if (each.base().stoppedAt().isAfter(furthest.until())) {
                gaps.add(new RestoreWindow.Gap(
                        furthest.until(), each.base().stoppedAt(), reason(furthest.to(), each.base())));
            }
            furthest = each.until().isBefore(furthest.until()) ? furthest : each;
        }
        return new RestoreWindow(reaches.getFirst().base().stoppedAt(), furthest.until(), gaps);
    }

    private String reason(WalPosition from, StoredBase next) {
        WalPosition segment = from.segmentStart(history.segmentBytes());
        return history.gaps().stream()
                .filter(each -> each.to().compareTo(segment) > 0 && each.from().compareTo(next.stop()) < 0)
                .map(WalGap::reason)
                .map(Enum::name)
                .findFirst()
                .orElse("");
    }

    /**
     * @throws RestoreException what prevents it, with the times or positions that can be reached
     */
    public RestorePlan plan(RestoreTarget target) throws RestoreException {
        return switch (target) {
            case RestoreTarget.Latest() -> latest(target);
            case RestoreTarget.Time(Instant at) -> newest(target, each -> reachesTime(each, at), window().sentence());
            case RestoreTarget.Position(WalPosition at) ->
                newest(target, each -> reachesPosition(each, at), positions());
            case RestoreTarget.BeforeTransaction(long id) ->
                newest(
                        target,
                        each -> isOlder(each.base(), id),
                        "No complete base is older than the transaction " + id + ".");
        };
    }

    private RestorePlan latest(RestoreTarget target) throws RestoreException {
        Instant until = window().latest();
        return newest(target, each -> each.until().equals(until), RestoreWindow.NONE.sentence());
    }

    private RestorePlan newest(RestoreTarget target, Predicate<Reach> fits, String refusal) throws RestoreException {
        return reaches.stream()
                .filter(fits)
                .max(NEWEST_BASE)
                .map(each -> new RestorePlan(each.base(), target, each.timeline(), each.wal(), each.to()))
                .orElseThrow(() -> new RestoreException(refusal));
    }

    private static boolean reachesTime(Reach reach, Instant at) {
        return !at.isBefore(reach.base().stoppedAt()) && !at.isAfter(reach.until());
    }

    /** The record at the position has to be there, so the end itself is too far. */
    private static boolean reachesPosition(Reach reach, WalPosition at) {
        return at.compareTo(reach.base().stop()) >= 0 && at.compareTo(reach.to()) < 0;
    }

    private static boolean isOlder(StoredBase base, long transaction) {
        Long next = base.nextTransaction();
        return next != null && next <= transaction;
    }

    private String positions() {
        if (reaches.isEmpty()) {
            return RestoreWindow.NONE.sentence();
        }
        List<String> parts = new ArrayList<>();
        for (Reach each : reaches) {
            parts.add("from " + each.base().stop() + " to before " + each.to());
        }
        return "Positions " + String.join(", ", parts) + " can be restored.";
    }
}
