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
import java.util.function.BiPredicate;

/**
 * What the feature is built from.
 *
 * @param approvers whether a key, by its id, is another's than that which filed a plan
 */
public record ConversationsConfig(
        StateStore store,
        EventLog events,
        JobService jobs,
        Toolbox toolbox,
        ConnectionService connections,
        SettingsService settings,
        OutgoingRequests outgoing,
        ModelLimits limits,
        BiPredicate<String, Plan> approvers,
        IdGenerator ids,
        Clock clock) {}
