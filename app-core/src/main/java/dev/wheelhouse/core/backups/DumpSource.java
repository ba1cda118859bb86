package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.servers.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reaches what dumps and copies of files are made of. Thread-safe. */
final class DumpSource {

    private final BackupsConfig parts;

    DumpSource(BackupsConfig parts) {
        this.parts = parts;
    }

    /** @throws AppException {@code state_invalid} when it is gone */
    DatabaseConnection connection(BackupConfig config) {
        return parts.connections()
                .find(config.organizationId(), config.source().databaseId())
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID, "The connection that leads to the database is gone."));
    }

    /** @throws AppException {@code state_invalid} when it is gone */
    Server server(BackupConfig config) {
        return parts.servers()
                .find(config.organizationId(), config.source().serverId())
                .orElseThrow(() ->
                        new AppException(PlatformError.STATE_INVALID, "The server whose programs are used is gone."));
    }

    /**
     * Why a machine's programs cannot reach a connection's server; empty when they can try. A tunnel ends at the console's
     * own machine, and on the server that it begins at nobody needs it.
     */
    Optional<String> unreachable(DatabaseConnection connection, Server server) {
        String through = connection.serverId();
        return through == null || through.equals(server.id()) || server.id().equals(parts.homeId())
                ? Optional.empty()
                : Optional.of("The connection goes through another server. Take the pg_dump of that one, or of the"
                        + " console's own machine.");
    }

    /** Those of a machine that fit a server, or why there are none. */
    record Found(@Nullable ClientPrograms programs, String missing) {

        /** @throws AppException {@code state_invalid} */
        ClientPrograms required() {
            if (programs == null) {
                throw new AppException(PlatformError.STATE_INVALID, missing);
            }
            return programs;
        }
    }

    /** @param majorVersion of the database's server */
    Found programs(Server server, int majorVersion) {
        List<ClientPrograms> found = ClientPrograms.find(parts.hosts().apply(server));
        return new Found(
                ClientPrograms.fitting(found, majorVersion).orElse(null), missing(server.name(), found, majorVersion));
    }

    static String missing(String server, List<ClientPrograms> found, int majorVersion) {
        String install = " Install PostgreSQL's client programs there, version " + majorVersion
                + " or newer (Debian: postgresql-client-" + majorVersion + ").";
        return found.stream().mapToInt(each -> each.dump().major()).max().stream()
                .mapToObj(newest -> "The newest pg_dump of " + server + " is version " + newest
                        + ", and it refuses a server that is newer (" + majorVersion + ")." + install)
                .findFirst()
                .orElse("pg_dump is not installed on " + server + "." + install);
    }

    /**
     * Programs, logged in; the caller closes the log-in.
     *
     * @throws AppException {@code state_invalid} where the connection goes another way by now: at its address there may be
     *     another server, which would be given the password
     */
    ClientProgram program(DatabaseConnection connection, Server server, ClientPrograms programs) {
        Optional<String> unreachable = unreachable(connection, server);
        if (unreachable.isPresent()) {
            throw new AppException(PlatformError.STATE_INVALID, unreachable.get());
        }
        boolean isOwn = server.id().equals(parts.homeId());
        return new ClientProgram(
                parts.hosts().apply(server),
                server.id(),
                programs,
                parts.copies().login(connection, isOwn),
                parts.workers());
    }

    /** Where copies of a file lie until they are stored; in the console's own home. */
    Path spool(String configId) {
        return parts.home().file("backups").resolve(configId);
    }
}
