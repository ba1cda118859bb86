package dev.wheelhouse.core.metrics;

import dev.wheelhouse.core.metrics.collect.Pace;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.settings.LiveSettings;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.servers.Servers;
import java.time.Clock;

/** What the feature is built from. */
public record MetricsConfig(
        Home home,
        LiveSettings settings,
        OutgoingRequests outgoing,
        StateStore store,
        Vault vault,
        EventLog events,
        Servers servers,
        Workers workers,
        Clock clock,
        Pace pace) {}
