package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.job.JobProgress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What is in a restored cluster that answers: read whole, and held against what it says of itself. One thread works it, and
 * an interrupt ends it.
 */
final class RestoredData {

    private static final String DATABASES =
            "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND NOT datistemplate ORDER BY 1";

    private static final String AMCHECK = "SELECT name FROM pg_catalog.pg_available_extensions WHERE name = 'amcheck'";

    /** A line with the number of rows for each table that holds any of its own. */
    private static final String COUNTS = """
            SELECT pg_catalog.format('SELECT pg_catalog.count(*) FROM ONLY %I.%I', n.nspname, c.relname)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p' AND c.relispopulated
              AND n.nspname NOT IN ('pg_catalog', 'information_schema')
            ORDER BY n.nspname, c.relname
            \\gexec
            """;

    /** Its connections begin reading; what holds it to that are its rights, which are to read (PostgreSQL manual, "GRANT"). */
    private static final String READER = """
            CREATE ROLE "%1$s" LOGIN BYPASSRLS PASSWORD '%2$s';
            ALTER ROLE "%1$s" SET default_transaction_read_only = on;
            SELECT pg_catalog.format('GRANT CONNECT ON DATABASE %%I TO "%1$s"', pg_catalog.current_database()) \\gexec
            """;

    private static final String READS_ALL = """
            GRANT pg_read_all_data TO "%1$s";
            """;

    /** Before PostgreSQL 14, which has a role for it, and thus of one database. */
    private static final String READS_EACH = """
            SELECT pg_catalog.format('GRANT USAGE ON SCHEMA %%1$I TO "%1$s"', nspname),
                   pg_catalog.format('GRANT SELECT ON ALL TABLES IN SCHEMA %%1$I TO "%1$s"', nspname),
                   pg_catalog.format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %%1$I TO "%1$s"', nspname)
            FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
            \\gexec
            """;

    private static final int FIRST_WITH_READING_ROLE = 14;

    /** Before a statement a backslash is one of psql's own commands no longer, such as one that runs a program. */
    private static final String NO_PROGRAM = "SET application_name = 'rehearsal'; ";

    private static final int LONGEST_WORDS = 4000;

    private final ClusterHost host;
    private final String directory;
    private final int port;
    private final String superuser;
    private final JobProgress progress;

    /** @param progress its log gets what was found */
    RestoredData(ClusterHost host, String directory, int port, String superuser, JobProgress progress) {
        this.host = host;
        this.directory = directory;
        this.port = port;
        this.superuser = superuser;
        this.progress = progress;
    }

    /**
     * Tables and B-tree indexes, by {@code pg_amcheck} where the server has it (PostgreSQL 14 and later).
     *
     * @throws RestoreException with what it found
     */
    void checkStructure() throws RestoreException {
        boolean isThere = host.host()
                        .run(host.command(List.of("test", "-x", host.programs() + "/pg_amcheck")))
                        .succeeded()
                && !psql("template1", CommandInput.NONE, "-c", AMCHECK).isBlank();
        if (!isThere) {
            progress.log("pg_amcheck is not there, so tables and indexes are only read.");
            return;
        }
        progress.report(0, null, "Checking tables and indexes");
        CommandResult result = run("pg_amcheck", List.of("--all", "--install-missing"), CommandInput.NONE);
        String words = cut(result.stdoutText() + result.stderrText());
        if (!result.succeeded()) {
            throw new RestoreException("pg_amcheck finds fault with what was restored: " + words);
        }
        progress.log("pg_amcheck finds no fault." + (words.isEmpty() ? "" : " " + words));
    }

    /** Reads every row of every database. */
    RestoredRows countRows() throws RestoreException {
        long tables = 0;
        long rows = 0;
        for (String database :
                psql("template1", CommandInput.NONE, "-c", DATABASES).lines().toList()) {
            progress.report(0, null, "Counting the rows of " + database);
            List<Long> counts = psql(database, CommandInput.of(COUNTS.getBytes(StandardCharsets.UTF_8)), "-f", "-")
                    .lines()
                    .map(Long::valueOf)
                    .toList();
            long sum = counts.stream().mapToLong(Long::longValue).sum();
            progress.log("%s: tables %,d, rows %,d.".formatted(database, counts.size(), sum));
            tables += counts.size();
            rows += sum;
        }
        return new RestoredRows(tables, rows);
    }

    /**
     * Runs statements of somebody's in one transaction.
     *
     * @throws RestoreException when one fails, or all that the last one answers is false
     */
    void run(String statements, String database) throws RestoreException {
        progress.report(0, null, "Running the rehearsal's own SQL");
        String answer = cut(psql(database, CommandInput.NONE, "-v", "ON_ERROR_STOP=1", "-c", NO_PROGRAM + statements));
        if (answer.lines().reduce((_, last) -> last).filter("f"::equals).isPresent()) {
            throw new RestoreException("The rehearsal's own SQL answers false:\n" + answer);
        }
        progress.log("The rehearsal's own SQL answers:\n" + answer);
    }

    /**
     * Makes a role that reads everything of a database and changes nothing.
     *
     * @param name of letters, digits and {@code _}
     * @param password likewise
     */
    void admitReader(String name, String password, String database, int majorVersion) throws RestoreException {
        String rights = majorVersion < FIRST_WITH_READING_ROLE ? READS_EACH : READS_ALL;
        String statements = (READER + rights).formatted(name, password);
        psql(
                database,
                CommandInput.of(statements.getBytes(StandardCharsets.UTF_8)),
                "-v",
                "ON_ERROR_STOP=1",
                "--single-transaction",
                "-f",
                "-");
    }

    private String psql(String database, CommandInput input, String... arguments) throws RestoreException {
        List<String> options = new ArrayList<>(List.of("-XAtq", "-w", "-d", database));
        options.addAll(List.of(arguments));
        CommandResult result = run("psql", options, input);
        if (!result.succeeded()) {
            throw new RestoreException("In " + database + " of the restored cluster: "
                    + cut(result.stderrText().strip()));
        }
        return result.stdoutText();
    }

    private CommandResult run(String program, List<String> arguments, CommandInput input) {
        List<String> all = new ArrayList<>(List.of("-h", directory, "-p", Integer.toString(port), "-U", superuser));
        all.addAll(arguments);
        return host.longProgram(program, all, input);
    }

    private static String cut(String words) {
        String stripped = words.strip();
        return stripped.length() > LONGEST_WORDS ? stripped.substring(0, LONGEST_WORDS) + "…" : stripped;
    }
}
