package dev.wheelhouse.core.platform.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.jspecify.annotations.Nullable;

/** Brings the schema of the state up to date, after a copy of what was there. */
final class Migration {

    /** The newest script under {@code db/migration}; a test holds the two equal. */
    static final String NEWEST = "33";

    private static final String HISTORY = "flyway_schema_history";

    private final DataSource dataSource;
    private final Supplier<@Nullable HikariDataSource> patient;
    private final StateStoreConfig config;

    /** @param patient makes connections that wait for any statement; null for those of {@code dataSource} */
    Migration(DataSource dataSource, Supplier<@Nullable HikariDataSource> patient, StateStoreConfig config) {
        this.dataSource = dataSource;
        this.patient = patient;
        this.config = config;
    }

    void run() {
        String installed = findInstalledVersion();
        // The migration library takes a third of a second to find that there is nothing to do; one query suffices.
        if (NEWEST.equals(installed)) {
            return;
        }
        if (installed != null && isNewer(installed)) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The state was written by a newer Wheelhouse (schema " + installed + ", this one knows " + NEWEST
                            + "). Start that version, or choose another --home.");
        }
        if (installed != null && config instanceof StateStoreConfig.SqliteFile sqlite) {
            // Both versions in the name: a second try after half an upgrade must not take the first one's copy away.
            new StateCopies(dataSource, sqlite.copies()).make(installed + "-before-" + NEWEST);
        }
        migrate(installed != null);
    }

    /** Whether a version is of a newer Wheelhouse than this. */
    static boolean isNewer(String version) {
        return Integer.parseInt(version) > Integer.parseInt(NEWEST);
    }

    private void migrate(boolean hasData) {
        try (HikariDataSource own = patient.get()) {
            FluentConfiguration flyway = Flyway.configure()
                    .dataSource(own == null ? dataSource : own)
                    .locations("classpath:db/migration")
                    .loggers("slf4j")
                    .table(HISTORY);
            // Else PostgreSQL's history is written by a transaction of its own, and a console that is killed between
            // the two commits leaves a step that is made and not known, which no start gets past.
            flyway.getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                    .setTransactionalLock(false);
            flyway.load().migrate();
        } catch (FlywayException e) {
            if (StoreFailures.isFull(e)) {
                throw StoreFailures.full(e);
            }
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The state could not be brought to schema " + NEWEST + ": "
                            + StoreFailures.rootMessage(e)
                                    .lines()
                                    .findFirst()
                                    .orElse("")
                                    .replaceFirst("\\.?$", ".")
                            + (hasData ? whatIsSafe() : ""),
                    e);
        }
    }

    private String whatIsSafe() {
        return switch (config) {
            case StateStoreConfig.SqliteFile sqlite -> " What was there before is kept in " + sqlite.copies() + ".";
            case StateStoreConfig.SharedPostgres _ -> " A step that fails leaves nothing behind.";
        };
    }

    private @Nullable String findInstalledVersion() {
        try (Connection connection = dataSource.getConnection()) {
            return findInstalledVersion(connection);
        } catch (SQLException e) {
            throw StoreFailures.unreadable(config, e);
        }
    }

    /** The version of the newest script that ran; null where none did. */
    static @Nullable String findInstalledVersion(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, connection.getSchema(), HISTORY, null)) {
            if (!tables.next()) {
                return null;
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version FROM " + HISTORY
                        + " WHERE success AND version IS NOT NULL ORDER BY installed_rank DESC LIMIT 1")) {
            return row.next() ? row.getString(1) : null;
        }
    }
}
