package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.query.Plan;
import dev.wheelhouse.core.databases.query.PlanQuestion;
import dev.wheelhouse.core.databases.sessions.Session;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Asks for a plan without a trace: inside an open transaction behind a savepoint, else in a transaction of its own. On
 * SQLite nothing runs and no error breaks a transaction, so nothing surrounds it there. For one question.
 */
final class PlanSavepoint {

    private static final String NAME = "wheelhouse_plan";

    private final PlanQuestion question;
    private boolean saved;
    private boolean begun;

    PlanSavepoint(PlanQuestion question) {
        this.question = question;
    }

    Plan ask(Session session) throws SQLException {
        if (session.engine() == Engine.POSTGRESQL) {
            if (session.isTransactionFailed()) {
                // A savepoint is refused there as well; the statement's own error says why in its own words.
                return question.ask(session);
            }
            if (session.isTransactionOpen()) {
                if (question.readOnly()) {
                    session.enterReading();
                } else {
                    execute(session, "SAVEPOINT " + NAME);
                }
                saved = true;
            } else {
                begun = true;
                session.begin(question.readOnly());
            }
        }
        return question.ask(session);
    }

    /** Undoes what measuring did and takes the savepoint away; nothing happens when there is none. */
    void release(Session session) throws SQLException {
        if (saved && question.readOnly()) {
            session.undoReading();
        } else if (saved) {
            execute(session, "ROLLBACK TO SAVEPOINT " + NAME + "; RELEASE SAVEPOINT " + NAME);
        } else if (begun) {
            session.rollback();
        }
    }

    private static void execute(Session session, String sql) throws SQLException {
        try (Statement statement = session.statement()) {
            statement.execute(sql);
        }
    }
}
