package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.servers.Servers;
import java.time.Clock;
import java.time.ZoneId;

/**
 * What the feature is built from.
 *
 * @param zone of this machine, for times in its logs that say none
 */
public record LogsConfig(Home home, Servers servers, Workers workers, Clock clock, ZoneId zone) {}
