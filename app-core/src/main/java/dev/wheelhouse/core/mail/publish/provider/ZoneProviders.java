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
import java.util.concurrent.Semaphore;

/** The providers of the outside world. Thread-safe. */
public final class ZoneProviders implements ZoneAccess {

    /** Together they may hold a good part of a console's memory. */
    private static final int ZONES_AT_ONCE = 4;

    private final Semaphore places = new Semaphore(ZONES_AT_ONCE);
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
                        requests,
                        places,
                        cloudflare,
                        settings.zone(),
                        secret,
                        domain,
                        clock,
                        OutgoingLimits.STANDARD.total());
            case POWERDNS ->
                new PowerDnsProvider(
                        requests,
                        places,
                        URI.create(requireNonNull(settings.url())),
                        settings.zone(),
                        secret,
                        domain,
                        clock,
                        OutgoingLimits.STANDARD.total());
        };
    }
}
