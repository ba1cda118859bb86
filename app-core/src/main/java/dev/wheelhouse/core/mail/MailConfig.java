package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DnsViews;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.ServerService;
import java.time.Clock;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What the feature is built from.
 *
 * @param dns who is asked for an organization's records
 * @param random spreads checks and makes names that no zone has
 */
public record MailConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        Timers timers,
        ServerService servers,
        OutgoingRequests outgoing,
        Function<String, Dns> dns,
        DnsViews views,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        PublicSuffixes suffixes,
        Clock clock) {}
