package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.DiskSpace;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.servers.Server;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The disks that a cluster's WAL and its data lie on, where the cluster's machine is one that the console reaches. For one
 * thread.
 */
final class ClusterDisk {

    private static final System.Logger LOG = System.getLogger(ClusterDisk.class.getName());

    /** {@code pg_wal} may lie on a disk of its own, and only the cluster's own user may look into its directory. */
    private static final String FREE = """
            df -Pk "$1/$2/" 2> /dev/null || df -Pk "$1"
            """;

    /** What asks has a session to look after. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final BackupsConfig parts;
    private final BackupConfig config;
    private @Nullable String directory;

    ClusterDisk(BackupsConfig parts, BackupConfig config) {
        this.parts = parts;
        this.config = config;
    }

    /** Beside the WAL; null where the machine cannot be asked, or the login may not see where the files lie. */
    @Nullable
    Long freeBytes() {
        return freeBesideDirectory("pg_wal");
    }

    /** As {@link #freeBytes}, beside the databases that are in no tablespace of their own. */
    @Nullable
    Long freeForData() {
        return freeBesideDirectory("base");
    }

    private @Nullable Long freeBesideDirectory(String within) {
        try {
            Server server = server().orElse(null);
            String data = server == null ? "" : directory();
            if (server == null || data.isEmpty()) {
                return null;
            }
            CommandResult answer = parts.hosts()
                    .apply(server)
                    .run(HostCommand.of("sh", "-c", FREE, "sh", data, within).within(LIMIT));
            return answer.succeeded() ? freeBytes(answer.stdoutText()) : null;
        } catch (AppException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "The free space beside the cluster of " + config.id() + " is not known",
                    e);
            return null;
        }
    }

    private Optional<Server> server() {
        return connection()
                .flatMap(each -> parts.servers()
                        .find(config.organizationId(), config.source().serverId())
                        .filter(server -> BackupSources.leadsTo(each, server, parts.homeId())));
    }

    private Optional<DatabaseConnection> connection() {
        return parts.connections().find(config.organizationId(), config.source().databaseId());
    }

    private String directory() {
        String known = directory;
        if (known == null) {
            known = connection()
                    .map(each -> parts.clusters().facts(config.caller(), each).setting("data_directory"))
                    .orElse("");
            directory = known;
        }
        return known;
    }

    /** @param text of {@code df -Pk}; null when it is none */
    static @Nullable Long freeBytes(String text) {
        String last = text.lines().reduce("", (_, line) -> line);
        return DiskSpace.parse(last).map(DiskSpace::availableBytes).orElse(null);
    }
}
