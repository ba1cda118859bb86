package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.dkim.DkimKeyPair;
import dev.wheelhouse.core.mail.dns.DnsViews;
import dev.wheelhouse.core.mail.publish.ZoneAccess;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.console.Leases;
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
 * @param smtp asks mail servers
 * @param zones where managed zones are kept
 * @param dns who is asked for an organization's records
 * @param newKeys makes DKIM keys
 * @param random spreads checks and makes names that no zone has
 */
public record MailConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        Timers timers,
        Leases leases,
        ServerService servers,
        OutgoingRequests outgoing,
        SmtpHost smtp,
        ZoneAccess zones,
        Function<String, Dns> dns,
        DnsViews views,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        PublicSuffixes suffixes,
        Function<DkimKeyType, DkimKeyPair> newKeys,
        Clock clock) {}
