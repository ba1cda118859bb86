package dev.wheelhouse.core.metrics.alarms;

import dev.wheelhouse.core.platform.event.EventKind;
import java.util.Map;
import java.util.Set;

/** Where alarms are reported, and remembered over a restart. */
public interface AlarmLog {

    /** The metrics of a server that were high when last reported. */
    Set<String> high(String serverId);

    /**
     * Tells a change.
     *
     * @param eventKind such as {@code server.disk_high}
     * @param data what is worth telling; {@code state} is {@code high} or {@code normal}
     */
    void tell(String serverId, EventKind eventKind, Map<String, Object> data);
}
