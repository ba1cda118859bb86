package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sql.CalledFunctions;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the functions of a PostgreSQL database that do what needs confirmation everywhere, by their texts and by those of
 * what they call (manual, "pg_proc"). Functions in C and of extensions count as harmless; one in another language than SQL
 * and PL/pgSQL counts as destructive unless it says that it changes nothing. For one text and thread.
 */
final class FunctionReview {

    /** Of one text: beyond that a function counts as destructive. */
    private static final int MOST_FUNCTIONS = 500;

    private static final String MADE = """
            SELECT p.proname, l.lanname IN ('sql', 'plpgsql') AS readable, p.provolatile = 'v' AS changing,
                   CASE p.prosrc WHEN '' THEN pg_get_functiondef(p.oid) ELSE p.prosrc END AS source
              FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang
             WHERE (lower(p.proname::text COLLATE "C") = ANY (?) OR p.oid IN (
                       SELECT unnest(ARRAY[a.aggtransfn, a.aggfinalfn]::oid[]) FROM pg_catalog.pg_aggregate a
                         JOIN pg_catalog.pg_proc g ON g.oid = a.aggfnoid
                        WHERE lower(g.proname::text COLLATE "C") = ANY (?)))
               AND p.prokind IN ('f', 'p', 'w') AND l.lanname NOT IN ('internal', 'c')
               AND p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
               AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
                                WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
             ORDER BY p.proname""";

    private final Set<String> harmless = new HashSet<>();
    private int made;

    /** Whether a statement calls nothing but functions that were found harmless. */
    boolean knows(Set<String> called) {
        return harmless.containsAll(called);
    }

    /** The first of the functions that is destructive; empty where none is. */
    Optional<String> destructive(Session session, Set<String> called) throws SQLException {
        if (called.contains(CalledFunctions.UNREADABLE)) {
            return Optional.of("?");
        }
        Set<String> reviewed = new HashSet<>();
        Set<String> next = new HashSet<>(called);
        while (true) {
            next.removeAll(harmless);
            next.removeAll(reviewed);
            if (next.isEmpty()) {
                harmless.addAll(reviewed);
                return Optional.empty();
            }
            reviewed.addAll(next);
            Set<String> calls = new HashSet<>();
            String found = review(session, next, calls);
            if (found != null) {
                return Optional.of(found);
            }
            next = calls;
        }
    }

    private @Nullable String review(Session session, Set<String> names, Set<String> calls) throws SQLException {
        try (PreparedStatement statement = session.prepare(MADE)) {
            Array asked = statement.getConnection().createArrayOf("text", names.toArray());
            statement.setArray(1, asked);
            statement.setArray(2, asked);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    boolean readable = row.getBoolean("readable");
                    CalledFunctions.Body body = readable ? CalledFunctions.Body.read(row.getString("source")) : null;
                    boolean unreadable = body != null && body.calls().contains(CalledFunctions.UNREADABLE);
                    boolean destructive = body == null ? row.getBoolean("changing") : body.destructive();
                    if (destructive || unreadable || ++made > MOST_FUNCTIONS) {
                        return row.getString("proname");
                    }
                    if (body != null) {
                        calls.addAll(body.calls());
                    }
                }
                return null;
            }
        }
    }
}
