package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.ConfirmedRuns;
import dev.wheelhouse.core.databases.query.ImpactEstimator;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.Sessions;

/** What running a script shares with running a query. */
public record ScriptTools(
        ConnectionService connections,
        Sessions sessions,
        Executions executions,
        StatementGuard guard,
        ImpactEstimator estimator,
        ConfirmedRuns confirmedRuns,
        HistoryService history) {}
