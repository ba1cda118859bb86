package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.RawJson;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first lock: decides from the text alone whether statements may run, and fails closed. Nothing has reached the
 * database when it refuses, but for the estimates of a confirmation.
 */
public final class StatementGuard {

    /** The rule by which a statement is asked about that reads by its text and writes when it runs. */
    public static final String WRITES = "writes";

    private final ImpactEstimator estimator;
    private final Home home;

    /** @param home of the console, which no statement may write into */
    public StatementGuard(ImpactEstimator estimator, Home home) {
        this.estimator = estimator;
        this.home = home;
    }

    /**
     * Lets statements pass or says why not.
     *
     * @param sql as submitted
     * @param parameters as {@link AdmittedScript#bind} takes them
     * @param confirm whether the caller confirmed what is destructive
     * @throws AppException {@code validation_failed} for no statement and as {@link AdmittedScript#bind},
     *     {@code bad_request} for one that can never run here, {@code insufficient_scope}, {@code read_only_connection},
     *     {@code confirmation_required}
     */
    public AdmittedScript admit(
            Caller caller, DatabaseConnection connection, String sql, @Nullable RawJson parameters, boolean confirm) {
        List<ClassifiedStatement> statements = admitEach(caller, connection, sql);
        requireAlone(statements);
        return asking(AdmittedScript.of(caller, connection, sql, statements).bind(parameters), confirm);
    }

    /** What each statement would do, as far as it may run; refuses as {@link #admit} with everything confirmed. */
    ScriptReview review(Caller caller, DatabaseConnection connection, String sql) {
        AdmittedScript script = admit(caller, connection, sql, null, true);
        return new ScriptReview(
                estimator.estimate(caller, connection, script.statements()),
                script.traits().onlyReads());
    }

    /**
     * As {@link #admit}, for a session that runs every statement by itself: one that no transaction may surround can
     * then stand beside others.
     */
    public AdmittedScript admitSeparately(
            Caller caller, DatabaseConnection connection, String sql, @Nullable RawJson parameters, boolean confirm) {
        List<ClassifiedStatement> statements = admitEach(caller, connection, sql);
        return asking(AdmittedScript.of(caller, connection, sql, statements).bind(parameters), confirm);
    }

    private List<ClassifiedStatement> admitEach(Caller caller, DatabaseConnection connection, String sql) {
        List<ClassifiedStatement> statements = classify(connection.engine(), sql);
        statements.forEach(each -> admitOne(caller, connection, each));
        return statements;
    }

    private AdmittedScript asking(AdmittedScript script, boolean confirm) {
        AskedStatements asked = asked(script.caller(), script.connection(), confirm, Integer.MAX_VALUE);
        script.statements().forEach(asked::judge);
        requireConfirmation(script.caller(), script.connection(), asked.statements(), confirm);
        return script.withConfirmed(asked.statements());
    }

    /**
     * Collects the statements of a text that need confirmation.
     *
     * @param most how many of them are kept
     */
    public AskedStatements asked(Caller caller, DatabaseConnection connection, boolean confirm, int most) {
        return new AskedStatements(estimator, caller, connection, confirm, most);
    }

    /** @throws AppException {@code confirmation_required}, with what each statement would do, unless they were confirmed */
    public void requireConfirmation(
            Caller caller, DatabaseConnection connection, List<ClassifiedStatement> asked, boolean confirm) {
        if (!asked.isEmpty() && !confirm) {
            throw confirmationRequired(estimator.estimate(caller, connection, asked));
        }
    }

    /** Splits and classifies; refuses what no database could take. */
    static List<ClassifiedStatement> classify(Engine engine, String sql) {
        if (sql.indexOf('\0') >= 0) {
            throw AppException.invalid("sql", "Remove the NUL character; a database reads a statement up to it only.");
        }
        List<SqlStatement> split = StatementSplitter.split(sql, engine);
        if (split.isEmpty()) {
            throw AppException.invalid("sql", "Write a statement; there is none in this text.");
        }
        StatementClassifier classifier = new StatementClassifier(engine);
        return split.stream()
                .map(each -> new ClassifiedStatement(each, classifier.classify(each)))
                .toList();
    }

    /** Judges one statement for a caller and a connection, confirmation apart. */
    public void admitOne(Caller caller, DatabaseConnection connection, ClassifiedStatement each) {
        Verdict verdict = each.verdict();
        if (verdict.level() == StatementLevel.REFUSED) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    named(each) + " cannot run here (" + verdict.rule().replace('_', ' ') + "). Use the database's own"
                            + " command line for it.");
        }
        if (verdict.rule().equals("copy_out")) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    named(each) + " sends its rows beside the result, where nobody reads them. Export the statement"
                            + " instead.");
        }
        if (verdict.allowedOnReadOnly()) {
            return;
        }
        if (connection.readOnly()) {
            throw new AppException(
                    DatabaseError.READ_ONLY_CONNECTION,
                    named(each) + " may change something, and " + connection.name()
                            + " is a read-only connection. Nothing was run.");
        }
        caller.require(Scope.DATABASES_WRITE);
        if (verdict.needsAdministration() && !caller.may(Scope.DATABASES_ADMIN)) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    named(each) + " " + reach(verdict.rule()) + ", which needs the scope "
                            + Scope.DATABASES_ADMIN.wireName() + ". Use a key that has it.");
        }
        if (verdict.rule().equals("vacuum_into") && !leadsOutside(verdict.object())) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    named(each) + " must name its file by a plain path in single quotes, outside of the console's own"
                            + " home.");
        }
    }

    private static String reach(String rule) {
        return switch (rule) {
            case "makes_code" -> "makes code that runs later, with the rights of those who call it";
            case "system_catalog" -> "changes the system catalog";
            case "opaque" -> "runs code that its text does not show";
            default -> "reaches beyond the data of the database";
        };
    }

    private boolean leadsOutside(@Nullable String literal) {
        if (literal == null || !literal.startsWith("'")) {
            return false;
        }
        String path = literal.substring(1, literal.length() - 1).replace("''", "'");
        try {
            return !path.startsWith("file:") && !home.contains(Path.of(path));
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private static void requireAlone(List<ClassifiedStatement> statements) {
        if (statements.size() == 1) {
            return;
        }
        for (ClassifiedStatement each : statements) {
            if (each.verdict().mustRunAlone()) {
                throw new AppException(
                        PlatformError.BAD_REQUEST,
                        named(each) + " cannot run inside a transaction, so it cannot share a call with other"
                                + " statements. Run it alone.");
            }
        }
    }

    /** The refusal that asks for confirmation. */
    private static AppException confirmationRequired(List<StatementImpact> impacts) {
        String noun = impacts.size() == 1 ? "One statement needs" : impacts.size() + " statements need";
        return new AppException(
                PlatformError.CONFIRMATION_REQUIRED,
                noun + " confirmation. Nothing was run. Read what is listed and send confirm: true to run it.",
                new ConfirmationNeeded(impacts));
    }

    /** The answer to a statement that reads by its text and was caught writing; everything was rolled back. */
    public static AppException writes(Caller caller, DatabaseConnection connection, ClassifiedStatement each) {
        if (connection.readOnly()) {
            return new AppException(
                    DatabaseError.READ_ONLY_CONNECTION,
                    named(each) + " tried to change something, and " + connection.name()
                            + " is a read-only connection. Nothing was changed.");
        }
        if (!caller.may(Scope.DATABASES_WRITE)) {
            return new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    named(each) + " tried to change something. Nothing was changed. It needs the scope "
                            + Scope.DATABASES_WRITE.wireName() + ". Use a key that has it.");
        }
        return asksToWrite(each);
    }

    /** The question whether a statement may write that reads by its text. */
    public static AppException asksToWrite(ClassifiedStatement each) {
        return confirmationRequired(List.of(new StatementImpact(
                each.statement().index(),
                each.verdict().command(),
                WRITES,
                each.verdict().object(),
                null)));
    }

    /** The refusal of a statement that can never run as things are. */
    public static AppException refused(ClassifiedStatement each, String why) {
        return new AppException(PlatformError.BAD_REQUEST, named(each) + " " + why);
    }

    /** The refusal of a cursor WITH HOLD outside of a transaction, which would run its query at once. */
    public static AppException cursorOutside(ClassifiedStatement each) {
        return refused(each, "would run its query where nothing holds it to reading. Begin a transaction first.");
    }

    private static String named(ClassifiedStatement each) {
        return "Statement " + (each.statement().index() + 1) + " ("
                + each.verdict().command() + ")";
    }
}
