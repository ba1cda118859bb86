package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;

/** Where connections, their passwords and the events about them are kept. */
public record ConnectionStorage(
        Home home, String homeId, StateStore store, Vault vault, EventLog events, IdGenerator ids, Clock clock) {}
