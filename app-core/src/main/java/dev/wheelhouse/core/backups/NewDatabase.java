package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.servers.Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A database that a restore makes on a connection's server, as the connection's login. Its comment says whose it is until
 * it is whole, so that none is dropped that somebody else made. For one thread.
 */
final class NewDatabase {

    private static final List<String> OPTIONS =
            List.of("--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1");

    private final DumpSource source;
    private final DatabaseConnection connection;
    private final Server server;
    private final String name;
    private final String mark;

    /** @param restoreId whose it is */
    NewDatabase(DumpSource source, DatabaseConnection connection, Server server, String name, String restoreId) {
        this.source = source;
        this.connection = connection;
        this.server = server;
        this.name = name;
        this.mark = "Wheelhouse is restoring into this database (" + restoreId + ")";
    }

    /**
     * Makes it, empty and of the kind of the one that was dumped.
     *
     * @return whether the login is a superuser
     * @throws AppException {@code upstream_failed}, also when there is one of that name
     */
    boolean create(ClientProgram program, DatabaseFacts like) throws IOException {
        return ask(
                        program,
                        like.creation(identifier(name)) + ";\n" + comment(mark)
                                + "SELECT pg_catalog.current_setting('is_superuser');\n")
                .equals("on");
    }

    /** Takes the mark away. */
    void finish(ClientProgram program, String comment) throws IOException {
        var _ = ask(program, comment(comment));
    }

    private String comment(String text) {
        return "COMMENT ON DATABASE " + identifier(name) + " IS " + literal(text) + ";\n";
    }

    /** Drops it, if it is there and bears the mark. */
    void drop() throws IOException {
        ClientPrograms programs = source.programs(server, 0).required();
        ClientProgram program = source.program(connection, server, programs);
        try (var _ = program.login()) {
            var _ = ask(program, """
                    SELECT pg_catalog.format('DROP DATABASE %%I', datname)
                        || CASE WHEN pg_catalog.current_setting('server_version_num')::int >= 130000
                            THEN ' WITH (FORCE)' ELSE '' END
                    FROM pg_catalog.pg_database
                    WHERE datname = %s AND pg_catalog.shobj_description(oid, 'pg_database') = %s
                    \\gexec
                    """.formatted(literal(name), literal(mark)));
        }
    }

    /** In any database of the server that takes the login: the one that was dumped may be gone. */
    private String ask(ClientProgram program, String sql) throws IOException {
        byte[] input = ("SET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\n" + sql)
                .getBytes(StandardCharsets.UTF_8);
        String words = "";
        for (String each : List.of(program.database(), "postgres", "template1")) {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            // Nobody interrupts it: between the database and its mark nothing is to be left.
            ClientProgram.Ended end = program.run("psql", each, OPTIONS, to -> to.write(input), output, null);
            if (end.succeeded()) {
                return output.toString(StandardCharsets.UTF_8).strip();
            }
            words = words.isEmpty() ? end.words() : words;
            if (!end.hasNotConnected()) {
                throw new AppException(PlatformError.UPSTREAM_FAILED, end.words());
            }
        }
        throw new AppException(PlatformError.UPSTREAM_FAILED, words);
    }

    private static String identifier(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
