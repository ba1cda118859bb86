package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.backups.dump.PostgresRelease;
import dev.wheelhouse.core.backups.dump.RestoreRisks;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.check.CheckState;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks whether a database can be dumped, or a file copied, before anything is saved. For one try. */
final class DumpProbe {

    private final BackupsConfig parts;
    private final DumpSource source;
    private final List<BackupCheck> checks = new ArrayList<>();

    DumpProbe(BackupsConfig parts) {
        this.parts = parts;
        this.source = new DumpSource(parts);
    }

    /** What was found, in the order in which it was looked for; after what is not as it has to be nothing else. */
    List<BackupCheck> checks() {
        return List.copyOf(checks);
    }

    private void add(String name, CheckState state, String field, String detail) {
        checks.add(new BackupCheck(name, state, field, detail, null));
    }

    void lookAtFile(Caller caller, DatabaseConnection connection) {
        try {
            long bytes = parts.copies().bytes(caller, connection);
            Optional<String> lack = FreeSpace.lack(parts.home().directory(), bytes);
            add(
                    "file",
                    CheckState.of(lack.isEmpty(), false),
                    "databaseId",
                    lack.orElse("A copy takes up to %,d MiB in the console's home until it is stored."
                            .formatted((bytes >> 20) + 1)));
        } catch (AppException | IOException e) {
            add("file", CheckState.FAILED, "databaseId", String.valueOf(e.getMessage()));
        }
    }

    void lookAtDatabase(Caller caller, DatabaseConnection connection, Server server) {
        DatabaseFacts facts;
        try {
            facts = parts.copies().facts(caller, connection);
        } catch (AppException e) {
            add("connection", CheckState.FAILED, "databaseId", String.valueOf(e.getMessage()));
            return;
        }
        add("version", CheckState.PASSED, "databaseId", "PostgreSQL " + facts.serverVersion() + ".");
        Optional<String> unreachable = source.unreachable(connection, server);
        if (unreachable.isPresent()) {
            add("pg_dump", CheckState.FAILED, "serverId", unreachable.get());
            return;
        }
        try {
            lookAtPrograms(connection, server, facts);
        } catch (AppException | IOException e) {
            add("pg_dump", CheckState.FAILED, "serverId", String.valueOf(e.getMessage()));
        }
    }

    private void lookAtPrograms(DatabaseConnection connection, Server server, DatabaseFacts facts) throws IOException {
        DumpSource.Found found = source.programs(server, facts.majorVersion());
        ClientPrograms programs = found.programs();
        if (programs == null) {
            add("pg_dump", CheckState.FAILED, "serverId", found.missing());
            return;
        }
        String where = " of " + server.name() + ", in " + programs.directory() + ".";
        add("pg_dump", CheckState.PASSED, "serverId", "pg_dump " + programs.dump() + where);
        PostgresRelease restore = programs.restore();
        add(
                "pg_restore",
                CheckState.of(restore != null, false),
                "serverId",
                restore == null ? "pg_restore is missing beside pg_dump" + where : "pg_restore " + restore + where);
        if (restore != null) {
            RestoreRisks.of(restore).ifPresent(risk -> add("risk", CheckState.ADVICE, "serverId", risk));
        }
        lookAtLogin(connection, server, programs);
    }

    /** The machine may see another server at the address than the console does, or none. */
    private void lookAtLogin(DatabaseConnection connection, Server server, ClientPrograms programs) throws IOException {
        ClientProgram program = source.program(connection, server, programs);
        try (var _ = program.login()) {
            ClientProgram.Ended end = program.run(
                    "psql",
                    program.database(),
                    List.of("--no-psqlrc", "--quiet", "--command=SELECT 1"),
                    ClientProgram.Source.NONE,
                    OutputStream.nullOutputStream(),
                    null);
            add(
                    "login",
                    CheckState.of(end.succeeded(), false),
                    "serverId",
                    end.succeeded()
                            ? "The connection's login reaches the database from " + server.name() + "."
                            : "From " + server.name() + " the database cannot be reached: " + end.words());
        }
    }
}
