package dev.wheelhouse.core.databases.sessions;

import java.sql.SQLException;

/** What a call does with its session. */
@FunctionalInterface
public interface SessionWork<T> {

    T run(Session session) throws SQLException;
}
