package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What the feature is built from.
 *
 * @param random makes secrets
 * @param publicAddress where others reach an organization's console, without a slash at its end; empty for nowhere
 */
public record VcsConfig(
        StateStore store,
        Vault vault,
        EventLog events,
        OutgoingRequests outgoing,
        Workers workers,
        IdGenerator ids,
        RandomGenerator random,
        Clock clock,
        Function<String, Optional<String>> publicAddress) {}
