package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.databases.connections.ConnectionStorage;
import dev.wheelhouse.core.platform.job.JobFiles;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.Shares;
import dev.wheelhouse.core.servers.Servers;
import java.time.Duration;

/**
 * What the feature is built from.
 *
 * @param servers what connections may go through
 * @param historyKept how long statements stay in the history
 * @param shares what one created key may take at once
 */
public record DatabasesConfig(
        ConnectionStorage storage,
        Workers workers,
        JobService jobs,
        JobFiles jobFiles,
        Servers servers,
        Duration historyKept,
        Shares shares) {}
