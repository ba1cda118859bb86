package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.SocketAddresses;
import dev.wheelhouse.core.platform.settings.Dns;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.xbill.DNS.ResolverConfig;

/** Opens DNS for checks. Thread-safe. */
public final class DnsViews {

    /** Questions a second: 1,000 domains with some 60 each are checked within half an hour. */
    public static final int STANDARD_PACE = 50;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int TRIES = 2;
    private static final int RESOLVER_PORT = 53;

    private final Workers workers;
    private final DnsClient client;
    private final Pace pace;
    private final Supplier<List<InetSocketAddress>> ofTheSystem;

    /** @param questionsPerSecond to all servers together, 1 to 1,000,000 */
    public DnsViews(Workers workers, RandomGenerator random, int questionsPerSecond) {
        // Read each time: a laptop's resolvers change with its network.
        this(
                workers,
                new DnsClient(random, PATIENCE, TRIES),
                new Pace(questionsPerSecond, Pace.Ticker.SYSTEM),
                () -> new ResolverConfig().servers());
    }

    DnsViews(Workers workers, DnsClient client, Pace pace, Supplier<List<InetSocketAddress>> ofTheSystem) {
        this.workers = workers;
        this.client = client;
        this.pace = pace;
        this.ofTheSystem = ofTheSystem;
    }

    /**
     * For a check that a person waits for. Its questions do not wait for those of others: they would make one domain's
     * check as slow as the re-check of all is long. They count, though, so that what runs in the background makes room.
     *
     * @param budget for the whole check
     */
    public DnsCheck open(Dns settings, Duration budget) {
        return open(settings, budget, pace::atOnce);
    }

    /** For a check that nobody waits for: its questions keep to so many a second, together with those of all others. */
    public DnsCheck openInBackground(Dns settings, Duration budget) {
        return open(settings, budget, pace::inBackground);
    }

    private DnsCheck open(Dns settings, Duration budget, Pace.Turn turn) {
        return new DnsCheck(
                workers, client, resolvers(settings), settings.port(), turn, System.nanoTime() + budget.toNanos());
    }

    private List<InetSocketAddress> resolvers(Dns settings) {
        return settings.resolvers().isEmpty()
                ? ofTheSystem.get()
                : settings.resolvers().stream()
                        .flatMap(each -> SocketAddresses.read(each, RESOLVER_PORT).stream())
                        .toList();
    }
}
