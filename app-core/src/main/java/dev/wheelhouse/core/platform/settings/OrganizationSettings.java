package dev.wheelhouse.core.platform.settings;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What holds on every console of an organization; kept in the state.
 *
 * @param smtp null while no mail can be sent
 * @param assistant null while no model answers
 * @param publicAddress http(s) address under which others reach the console, without a slash at its end; null for none
 * @param privateHosts names or addresses that requests on a caller's behalf may reach although they are private
 * @param thresholds when a server counts as too full or too busy
 */
public record OrganizationSettings(
        @Nullable Smtp smtp,
        @Nullable AssistantSettings assistant,
        @Nullable String publicAddress,
        List<String> privateHosts,
        Retention retention,
        Thresholds thresholds,
        Dns dns) {

    public static final OrganizationSettings DEFAULTS = new OrganizationSettings(
            null, null, null, List.of(), Retention.DEFAULTS, Thresholds.DEFAULTS, Dns.DEFAULTS);

    public OrganizationSettings {
        privateHosts = List.copyOf(privateHosts);
    }

    /** The same with one more private host. */
    OrganizationSettings withPrivateHost(String host) {
        List<String> more =
                Stream.concat(privateHosts.stream(), Stream.of(host)).distinct().toList();
        return new OrganizationSettings(smtp, assistant, publicAddress, more, retention, thresholds, dns);
    }
}
