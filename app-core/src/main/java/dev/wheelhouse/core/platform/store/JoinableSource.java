package dev.wheelhouse.core.platform.store;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** See {@link StateStore#joinable}. Thread-safe. */
final class JoinableSource implements DataSource {

    private final Fresh fresh;
    private final boolean sqlite;

    @SuppressWarnings("ThreadLocalUsage") // Of this store alone, and taken back at the end of each transaction.
    private final ThreadLocal<@Nullable Connection> transaction = new ThreadLocal<>();

    JoinableSource(Fresh fresh, boolean sqlite) {
        this.fresh = fresh;
        this.sqlite = sqlite;
    }

    /** Borrows a connection that commits each statement. */
    @FunctionalInterface
    interface Fresh {
        Connection get() throws SQLException;
    }

    /** Lets whoever asks for a connection on this thread while the work goes on have this one. */
    <T> T during(Connection connection, Supplier<T> work) {
        Connection outer = transaction.get();
        transaction.set(connection);
        try {
            return work.get();
        } finally {
            if (outer == null) {
                transaction.remove();
            } else {
                transaction.set(outer);
            }
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection own = transaction.get();
        if (own != null) {
            return closing(own, () -> {});
        }
        Connection borrowed = fresh.get();
        try {
            if (sqlite) {
                execute(borrowed, "PRAGMA synchronous = NORMAL");
            } else {
                execute(borrowed, "SET synchronous_commit = off");
            }
        } catch (SQLException e) {
            borrowed.close();
            throw e;
        }
        return closing(borrowed, () -> giveBack(borrowed));
    }

    private void giveBack(Connection borrowed) throws SQLException {
        try (borrowed) {
            execute(borrowed, sqlite ? "PRAGMA synchronous = FULL" : "RESET synchronous_commit");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @FunctionalInterface
    private interface Closing {
        void close() throws SQLException;
    }

    private static Connection closing(Connection connection, Closing closing) {
        return (Connection) Proxy.newProxyInstance(
                JoinableSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, arguments) -> call(connection, closing, method, arguments));
    }

    private static @Nullable Object call(
            Connection connection, Closing closing, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            closing.close();
            return null;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The state knows one account only");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // Nothing is logged here.
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("The pool has its own");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("There is none");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("There is nothing below that may be used");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
