package dev.wheelhouse.core.databases.sql;

import org.jspecify.annotations.Nullable;

/**
 * What a statement would do, by its text alone.
 *
 * @param rule short stable name of what decided, such as {@code delete_without_where}
 * @param object what it works on, as written; null when it names nothing
 * @param command its verb, upper case; of a WITH, the main one
 * @param needsAdministration it reaches beyond the database's own data: opaque code, the server's files, programs, other
 *     sessions
 * @param controlsTransaction it begins or ends a transaction
 * @param mustRunAlone no transaction may surround it
 * @param harmless it may run on a read-only connection
 */
public record Verdict(
        StatementLevel level,
        String rule,
        @Nullable String object,
        String command,
        boolean needsAdministration,
        boolean controlsTransaction,
        boolean mustRunAlone,
        boolean harmless) {

    /** The rule of a cursor that outlives its transaction, and runs its query as that is committed. */
    public static final String CURSOR_WITH_HOLD = "cursor_with_hold";

    /** The rule of a {@link StatementLevel#BULK} write that the database expects to change most rows of a table. */
    public static final String MOST_ROWS = "most_rows";

    /** The rule of a statement that calls a function of the database which does what needs confirmation everywhere. */
    public static final String DESTRUCTIVE_FUNCTION = "calls_destructive_function";

    /** The rule of a statement that calls functions of the database which could not be looked up. */
    public static final String UNKNOWN_FUNCTION = "calls_unknown_function";

    /** Whether the first lock of a read-only connection lets it pass. */
    public boolean allowedOnReadOnly() {
        return harmless && (level == StatementLevel.READ || level == StatementLevel.SESSION);
    }

    /** Whether other tables, or tables of another shape, may be seen once it has run. */
    public boolean mayChangeTables() {
        return switch (command) {
            // The end of a transaction shows others what was changed in it.
            case "CREATE", "ALTER", "DROP", "COMMENT", "COMMIT", "END" -> true;
            default -> level == StatementLevel.DDL;
        };
    }

    /** Whether somebody has to confirm it whatever the database expects of it. */
    public boolean requiresConfirmation(boolean production) {
        return switch (level) {
            case READ, SESSION, REFUSED -> false;
            case DESTRUCTIVE -> true;
            case WRITE, DDL, GUARDED, BULK, UNKNOWN -> production;
        };
    }

    static Verdict of(StatementLevel level, String rule, String command) {
        boolean harmless = level == StatementLevel.READ || level == StatementLevel.SESSION;
        return new Verdict(level, rule, null, command, false, false, false, harmless);
    }

    /** The same on something else. */
    public Verdict on(@Nullable String name) {
        return new Verdict(
                level, rule, name, command, needsAdministration, controlsTransaction, mustRunAlone, harmless);
    }

    /** The same by another rule. */
    public Verdict by(String other) {
        return new Verdict(
                level, other, object, command, needsAdministration, controlsTransaction, mustRunAlone, harmless);
    }

    Verdict administrative() {
        return new Verdict(level, rule, object, command, true, controlsTransaction, mustRunAlone, harmless);
    }

    Verdict transactional() {
        return new Verdict(level, rule, object, command, needsAdministration, true, mustRunAlone, harmless);
    }

    Verdict alone() {
        return new Verdict(level, rule, object, command, needsAdministration, controlsTransaction, true, harmless);
    }

    Verdict harmful() {
        return new Verdict(level, rule, object, command, needsAdministration, controlsTransaction, mustRunAlone, false);
    }

    Verdict as(String verb) {
        return new Verdict(level, rule, object, verb, needsAdministration, controlsTransaction, mustRunAlone, harmless);
    }

    /** The graver of two, with the flags of both; of equals, this one. */
    Verdict combinedWith(Verdict other) {
        Verdict graver = other.level.compareTo(level) > 0 ? other : this;
        return new Verdict(
                graver.level,
                graver.rule,
                graver.object == null ? object : graver.object,
                command,
                needsAdministration || other.needsAdministration,
                controlsTransaction || other.controlsTransaction,
                mustRunAlone || other.mustRunAlone,
                harmless && other.harmless);
    }
}
