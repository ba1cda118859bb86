package dev.wheelhouse.core.databases.sessions;

import com.zaxxer.hikari.HikariConfig;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.values.PostgresSession;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.PortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.postgresql.PGProperty;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.PreferQueryMode;

/** PostgreSQL through pgjdbc. */
final class PostgresDialect implements Dialect {

    private static final String CONNECT_SECONDS = "5";

    /** The catalogue of 11 lacks columns that are asked for, such as {@code attgenerated}. */
    private static final int OLDEST_VERSION = 12;

    // PostgreSQL manual, appendix A: admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout.
    private static final Set<String> LOST = Set.of("57P01", "57P02", "57P03", "57P05", "25P03");

    /** What DISCARD ALL does, in a form that may share one round trip with the pins that follow it. */
    private static final String RESET = "SET SESSION AUTHORIZATION DEFAULT; RESET ALL; DEALLOCATE ALL; CLOSE ALL;"
            + " UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES; "
            + PostgresSession.pinStatement();

    /** Before PostgreSQL 16 a RESET inside a function lifts the mode of the transaction that it runs in. */
    private static final String HELD =
            "SELECT pg_catalog.current_setting('transaction_read_only') OPERATOR(pg_catalog.=) 'on'";

    /** Whatever writes gets an id of its own, also in a part of a transaction, and holds a lock on it to the end. */
    private static final String IDS =
            "SELECT pg_catalog.count(*) FROM pg_catalog.pg_locks WHERE locktype OPERATOR(pg_catalog.=) 'transactionid'"
                    + " AND pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()"
                    + " AND mode OPERATOR(pg_catalog.=) 'ExclusiveLock' AND granted";

    /** PostgreSQL runs the query of a cursor WITH HOLD as its transaction is committed (manual, "DECLARE"). */
    private static final String OUTLIVES = "SELECT EXISTS (SELECT FROM pg_catalog.pg_cursors WHERE is_holdable"
            + " AND creation_time OPERATOR(pg_catalog.>=) pg_catalog.now())";

    private static final String PART = "wheelhouse_reading";

    private final Home home;
    private final PostgresLogins logins = new PostgresLogins();

    PostgresDialect(Home home) {
        this.home = home;
    }

    @Override
    public void configure(HikariConfig pool, Login login) {
        Target.Postgres target = (Target.Postgres) login.connection().target();
        pool.setJdbcUrl(url(target));
        pool.setConnectionInitSql(PostgresSession.pinStatement());
        properties(login).forEach((name, value) -> pool.addDataSourceProperty((String) name, value));
    }

    @Override
    public Connection open(Login login) throws SQLException {
        return open(login, properties(login));
    }

    /** A connection to a process that sends WAL and base backups; only its stream is of use, since it runs no SQL. */
    Connection openReplication(Login login) throws SQLException {
        Properties properties = properties(login);
        PGProperty.REPLICATION.set(properties, "true");
        PGProperty.PREFER_QUERY_MODE.set(properties, PreferQueryMode.SIMPLE.value());
        return open(login, properties);
    }

    private static Connection open(Login login, Properties properties) throws SQLException {
        // With a log-in time-out the driver opens on a thread of its own, which nobody could end.
        PGProperty.LOGIN_TIMEOUT.set(properties, "0");
        PGProperty.SOCKET_TIMEOUT.set(properties, CONNECT_SECONDS);
        Connection opened = DriverManager.getConnection(
                url((Target.Postgres) login.connection().target()), properties);
        DatabaseMetaData server = opened.getMetaData();
        if (server.getDatabaseMajorVersion() < OLDEST_VERSION) {
            opened.close();
            throw new SQLFeatureNotSupportedException("PostgreSQL " + server.getDatabaseProductVersion()
                    + " is too old; " + OLDEST_VERSION + " is the oldest that Wheelhouse works with.");
        }
        opened.setNetworkTimeout(Runnable::run, 0);
        return opened;
    }

    private static String url(Target.Postgres target) {
        String host = target.host();
        boolean bareIpv6 = host.indexOf(':') >= 0 && !host.startsWith("[");
        return "jdbc:postgresql://" + (bareIpv6 ? "[" + host + "]" : host) + ":" + target.port() + "/";
    }

    private Properties properties(Login login) {
        DatabaseConnection connection = login.connection();
        String password = login.password();
        PortForward tunnel = login.tunnel();
        Target.Postgres target = (Target.Postgres) connection.target();
        Properties properties = new Properties();
        PGProperty.PG_DBNAME.set(properties, target.database());
        PGProperty.USER.set(properties, target.user());
        PGProperty.PASSWORD.set(properties, password == null ? "" : password);
        PGProperty.APPLICATION_NAME.set(properties, "Wheelhouse: " + connection.name());
        PostgresSession.DRIVER_PROPERTIES.forEach(properties::setProperty);
        PGProperty.CONNECT_TIMEOUT.set(properties, CONNECT_SECONDS);
        PGProperty.LOGIN_TIMEOUT.set(properties, CONNECT_SECONDS);
        PGProperty.CANCEL_SIGNAL_TIMEOUT.set(properties, CONNECT_SECONDS);
        PGProperty.TCP_KEEP_ALIVE.set(properties, "true");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "12");
        PGProperty.ADAPTIVE_FETCH.set(properties, "true");
        // Without a bound the driver fills its whole buffer, and the first rows that are wider then overflow it.
        PGProperty.ADAPTIVE_FETCH_MAXIMUM.set(properties, Integer.toString(Session.MOST_ROWS_A_FETCH));
        PGProperty.DEFAULT_ROW_FETCH_SIZE.set(properties, Integer.toString(Session.FIRST_FETCH));
        PGProperty.MAX_RESULT_BUFFER.set(properties, Integer.toString(Session.MOST_BYTES_A_FETCH));
        PGProperty.SSL_MODE.set(properties, target.ssl().wireName());
        if (tunnel != null) {
            PGProperty.SOCKET_FACTORY.set(properties, TunnelSocketFactory.class.getName());
            PGProperty.SOCKET_FACTORY_ARG.set(properties, TunnelSocketFactory.argument(tunnel.address()));
        }
        if (target.ssl() == SslMode.VERIFY_CA || target.ssl() == SslMode.VERIFY_FULL) {
            trust(properties, connection, target);
        }
        return properties;
    }

    private void trust(Properties properties, DatabaseConnection connection, Target.Postgres target) {
        if (target.sslRootCertificate() == null) {
            PGProperty.SSL_FACTORY.set(properties, "org.postgresql.ssl.DefaultJavaSSLFactory");
            return;
        }
        String file = "root-certificate-" + connection.id() + ".pem";
        try {
            // The driver takes certificates from files only.
            home.writePrivately(file, target.sslRootCertificate());
        } catch (IOException e) {
            throw new UncheckedIOException("The certificate cannot be written for the driver", e);
        }
        PGProperty.SSL_ROOT_CERT.set(properties, home.file(file).toString());
    }

    @Override
    public void lend(Connection connection, BooleanSupplier stopped) throws SQLException {
        // The server ends a wait for a lock by itself on a cancel.
        BoundedAnswers.hold(connection);
    }

    @Override
    public void cancel(Connection connection) throws SQLException {
        connection.unwrap(BaseConnection.class).cancelQuery();
    }

    @Override
    public void begin(Connection connection, boolean readOnly) throws SQLException {
        connection.setReadOnly(readOnly);
        connection.setAutoCommit(false);
    }

    @Override
    public void beginReading(Connection connection, String characteristics) throws SQLException {
        // Should it end unseen, the driver begins the next one, held to reading as well.
        connection.setReadOnly(true);
        execute(connection, ("BEGIN " + characteristics).stripTrailing() + " READ ONLY");
        connection.setAutoCommit(false);
    }

    @Override
    public boolean endReading(Connection connection) throws SQLException {
        boolean held = state(connection) != TransactionState.OPEN || answersTrue(connection, HELD + "; ROLLBACK");
        rollback(connection);
        return held;
    }

    @Override
    public boolean isHeldToReading(Connection connection) throws SQLException {
        return answersTrue(connection, HELD);
    }

    @Override
    public long enterReading(Connection connection) throws SQLException {
        String enter = "SAVEPOINT " + PART + "; SET TRANSACTION READ ONLY";
        if (modeHolds(connection)) {
            execute(connection, enter);
            return 0;
        }
        return Long.parseLong(answer(connection, IDS + "; " + enter));
    }

    @Override
    public boolean hasOnlyRead(Connection connection, long idsBefore) throws SQLException {
        return answersTrue(connection, onlyRead(connection, idsBefore));
    }

    @Override
    public boolean leaveReading(Connection connection, long idsBefore) throws SQLException {
        return answersTrue(connection, onlyRead(connection, idsBefore) + "; RELEASE SAVEPOINT " + PART);
    }

    private static String onlyRead(Connection connection, long idsBefore) throws SQLException {
        return modeHolds(connection) ? HELD : HELD + " AND (" + IDS + ") OPERATOR(pg_catalog.=) " + idsBefore;
    }

    @Override
    public Session.HeldCursors holdCursors(Connection connection, boolean chain) throws SQLException {
        if (state(connection) != TransactionState.OPEN || !answersTrue(connection, OUTLIVES)) {
            return Session.HeldCursors.NONE;
        }
        // The next transaction of a chain would have the mode as well.
        if (chain || !modeHolds(connection)) {
            return Session.HeldCursors.NOT_HELD;
        }
        // What is deferred to the commit comes before these queries, and may write.
        execute(connection, "SET CONSTRAINTS ALL IMMEDIATE; SET TRANSACTION READ ONLY");
        return Session.HeldCursors.HELD;
    }

    /** Before PostgreSQL 16 a function can lift the mode, write and set it again, and large objects ignore it. */
    private static boolean modeHolds(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion() >= 16;
    }

    @Override
    public void undoReading(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK TO SAVEPOINT " + PART + "; RELEASE SAVEPOINT " + PART);
    }

    @Override
    public boolean isSentAsOne(Connection connection, String sql, boolean parameterised) throws SQLException {
        return connection
                        .unwrap(BaseConnection.class)
                        .createQuery(sql, false, parameterised)
                        .query
                        .getSubqueries()
                == null;
    }

    @Override
    public Set<String> powers(Connection connection) throws SQLException {
        return logins.powers(connection);
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
            connection.setAutoCommit(true);
        } else if (isTransactionOpen(connection)) {
            execute(connection, "ROLLBACK");
        }
        connection.setReadOnly(false);
    }

    @Override
    public boolean isTransactionOpen(Connection connection) throws SQLException {
        return state(connection) != TransactionState.IDLE;
    }

    private static TransactionState state(Connection connection) throws SQLException {
        return connection.unwrap(BaseConnection.class).getTransactionState();
    }

    @Override
    public boolean isTransactionFailed(Connection connection) throws SQLException {
        return state(connection) == TransactionState.FAILED;
    }

    @Override
    public boolean reset(Connection connection) throws SQLException {
        execute(connection, RESET);
        return true;
    }

    @Override
    public boolean isReusable(Connection connection) {
        return true;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean answersTrue(Connection connection, String sql) throws SQLException {
        return answer(connection, sql).equals("t");
    }

    /** @param sql its first statement gives one row of one value; what follows it goes in the same flush */
    private static String answer(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(0);
            statement.execute(sql);
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    @Override
    public boolean isConnectionLost(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && (SqlFailures.isOfConnection(failure) || LOST.contains(state));
    }

    @Override
    public String serverVersion(Connection connection) throws SQLException {
        return "PostgreSQL " + answer(connection, "SHOW server_version");
    }

    @Override
    public void prepareOwn(Connection connection) throws SQLException {
        execute(connection, PostgresSession.pinStatement());
    }

    @Override
    public void absorbCancel(Connection connection) throws SQLException {
        boolean auto = connection.getAutoCommit();
        if (!isTransactionOpen(connection)) {
            // The driver would begin one.
            connection.setAutoCommit(true);
        }
        try {
            execute(connection, "");
        } catch (SQLException e) {
            if (isConnectionLost(e)) {
                throw e;
            }
        }
        connection.setAutoCommit(auto);
    }

    @Override
    public boolean cursorsBlockOthers(Connection connection) {
        return false;
    }

    @Override
    public void closeFromOutside(Connection connection) throws SQLException {
        // A plain close would wait for the statement that runs.
        connection.abort(Runnable::run);
    }
}
