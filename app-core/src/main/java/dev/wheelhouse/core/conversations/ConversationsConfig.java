package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.model.ModelLimits;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;

/** What the feature is built from. */
public record ConversationsConfig(
        StateStore store,
        EventLog events,
        JobService jobs,
        Toolbox toolbox,
        ConnectionService connections,
        SettingsService settings,
        OutgoingRequests outgoing,
        ModelLimits limits,
        IdGenerator ids,
        Clock clock) {}
