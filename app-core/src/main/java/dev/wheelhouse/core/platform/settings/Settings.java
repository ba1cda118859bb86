package dev.wheelhouse.core.platform.settings;

import java.util.List;

/**
 * What the owner may set, in {@code settings.json} of the home.
 *
 * @param hostNames names beside 127.0.0.1, localhost and [::1] that a request's Host may carry
 * @param historyDays how long the statement history is kept, 1 to 3650 days
 * @param privateHosts names or addresses that requests on a caller's behalf may reach although they are private
 * @param thresholds when a server counts as too full or too busy
 * @param shares what one created key may take at once
 */
public record Settings(
        List<String> hostNames, int historyDays, List<String> privateHosts, Thresholds thresholds, Shares shares) {

    public static final Settings DEFAULTS = new Settings(List.of(), 30);

    public Settings {
        hostNames = List.copyOf(hostNames);
        historyDays = Math.clamp(historyDays, 1, 3650);
        privateHosts = List.copyOf(privateHosts);
    }

    /** With the defaults for everything else. */
    public Settings(List<String> hostNames, int historyDays) {
        this(hostNames, historyDays, List.of(), Thresholds.DEFAULTS, Shares.DEFAULTS);
    }
}
