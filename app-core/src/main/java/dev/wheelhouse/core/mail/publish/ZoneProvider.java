package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.Collection;
import java.util.List;

/**
 * Where a zone is kept. Every method waits for a server and throws {@link AppException} with {@code upstream_failed} or
 * {@code upstream_timeout} when nothing could be asked or the server refuses to tell, in words without secrets. Thread-safe.
 */
public interface ZoneProvider {

    /** Whether the login works and, where that can be asked, may change something; changes nothing. Returns the name of the zone. */
    String test();

    /**
     * What the zone has now, asked where it is changed.
     *
     * @param questions names outside of the zone are left out of the answer
     */
    ZoneSnapshot read(Collection<DnsQuestion> questions);

    /**
     * Applies all changes or none, under the condition that every set is as it should be before.
     *
     * @param changes at least one, at most one of each set
     */
    ApplyOutcome apply(List<SetChange> changes);

    /** How far a zone is with some changes. */
    enum State {
        /** Every set is as before. */
        BEFORE,
        /** Every set is as the changes make it. */
        AFTER,
        /** Somebody else changed it. */
        NEITHER
    }

    /** Reads the zone again to learn what came of an update whose outcome is not known. */
    default State state(List<SetChange> changes) {
        ZoneSnapshot now = read(changes.stream().map(SetChange::question).toList());
        if (changes.stream().allMatch(each -> each.isAfter(now))) {
            return State.AFTER;
        }
        return changes.stream().allMatch(each -> each.isBefore(now)) ? State.BEFORE : State.NEITHER;
    }

    /** The sets that are not as they should be before the changes. */
    static List<DnsQuestion> changed(List<SetChange> changes, ZoneSnapshot now) {
        return changes.stream()
                .filter(each -> !each.isBefore(now))
                .map(SetChange::question)
                .toList();
    }
}
