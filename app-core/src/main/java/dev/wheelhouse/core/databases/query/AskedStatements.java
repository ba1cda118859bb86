package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.CalledFunctions;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.caller.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The statements of one text that somebody has to confirm: by their text, because the database expects that they change
 * most rows of a table, or because they call a function of it that is destructive. The database estimates a bounded number of statements; further ones have to be confirmed.
 * For one thread.
 */
public final class AskedStatements {

    private static final int MOST_ESTIMATES = 20;

    private final ImpactEstimator estimator;
    private final Caller caller;
    private final DatabaseConnection connection;
    private final boolean confirm;
    private final int most;
    private final List<ClassifiedStatement> statements = new ArrayList<>();
    private final FunctionReview functions = new FunctionReview();
    private int estimates;

    AskedStatements(
            ImpactEstimator estimator, Caller caller, DatabaseConnection connection, boolean confirm, int most) {
        this.estimator = estimator;
        this.caller = caller;
        this.connection = connection;
        this.confirm = confirm;
        this.most = most;
    }

    /** Adds the next statement of the text if it has to be confirmed; what is confirmed already needs no estimate. */
    public void judge(ClassifiedStatement each) {
        if (statements.size() == most) {
            return;
        }
        if (each.verdict().requiresConfirmation(connection.isProduction())) {
            statements.add(each);
        } else if (each.verdict().level() == StatementLevel.BULK && (confirm || mayChangeMostRows(each))) {
            statements.add(each.judged(each.verdict().by(Verdict.MOST_ROWS)));
        } else {
            Verdict reviewed = byFunctions(each);
            if (!reviewed.equals(each.verdict())) {
                statements.add(each.judged(reviewed));
            }
        }
    }

    /**
     * What reads by its text is held to reading, and asked about when it writes; what makes code does not call it, but for a
     * block, whose text the person sees who runs it.
     */
    private Verdict byFunctions(ClassifiedStatement each) {
        Verdict verdict = each.verdict();
        boolean held = verdict.allowedOnReadOnly() || verdict.rule().equals("makes_code");
        if (held || connection.engine() != Engine.POSTGRESQL) {
            return verdict;
        }
        Set<String> called = CalledFunctions.of(each.statement());
        return functions.knows(called)
                ? verdict
                : estimator.byFunctions(caller, connection, functions, called, verdict);
    }

    private boolean mayChangeMostRows(ClassifiedStatement each) {
        return ++estimates > MOST_ESTIMATES || estimator.mayChangeMostRows(caller, connection, each);
    }

    public List<ClassifiedStatement> statements() {
        return statements;
    }
}
