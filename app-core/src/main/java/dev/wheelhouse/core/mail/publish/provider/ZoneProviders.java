package dev.wheelhouse.core.mail.publish.provider;

import static java.util.Objects.requireNonNull;

import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.ZoneAccess;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.net.URI;
import java.time.Clock;
import java.util.Base64;

/** The providers of the outside world. Thread-safe. */
public final class ZoneProviders implements ZoneAccess {

    private final OutgoingRequests requests;
    private final URI cloudflare;
    private final Clock clock;
    private final DnsTimeouts timeouts;

    /** @param cloudflare {@link CloudflareProvider#BASE}, or that of a stand-in */
    public ZoneProviders(OutgoingRequests requests, URI cloudflare, Clock clock, DnsTimeouts timeouts) {
        this.requests = requests;
        this.cloudflare = cloudflare;
        this.clock = clock;
        this.timeouts = timeouts;
    }

    @Override
    public ZoneProvider of(DnsSettings settings, String secret, String domain) {
        return switch (settings.provider()) {
            case RFC2136 ->
                new Rfc2136Provider(
                        new Rfc2136Access(
                                requireNonNull(settings.server()),
                                requireNonNull(settings.port()),
                                settings.zone(),
                                requireNonNull(settings.tsigName()),
                                requireNonNull(settings.tsigAlgorithm()),
                                Base64.getDecoder().decode(secret)),
                        domain,
                        clock,
                        timeouts);
            case CLOUDFLARE ->
                new CloudflareProvider(
                        requests, cloudflare, settings.zone(), secret, domain, clock, OutgoingLimits.STANDARD.total());
            case POWERDNS ->
                new PowerDnsProvider(
                        requests,
                        URI.create(requireNonNull(settings.url())),
                        settings.zone(),
                        secret,
                        domain,
                        clock,
                        OutgoingLimits.STANDARD.total());
        };
    }
}
