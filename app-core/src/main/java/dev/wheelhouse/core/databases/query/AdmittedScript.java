package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sql.StatementLevel;
import java.util.List;

/**
 * Statements that may run, and how.
 *
 * @param readOnly held to reading by the database too
 * @param confirmed those that needed confirmation and had it
 */
public record AdmittedScript(
        List<ClassifiedStatement> statements, boolean readOnly, List<ClassifiedStatement> confirmed) {

    public AdmittedScript {
        statements = List.copyOf(statements);
        confirmed = List.copyOf(confirmed);
    }

    /** Whether the text has its own BEGIN and COMMIT, so that no transaction is put around it. */
    boolean controlsTransaction() {
        return statements.stream().anyMatch(each -> each.verdict().controlsTransaction());
    }

    /** Whether no transaction is put around the whole text. */
    boolean ownControl() {
        return controlsTransaction() || mustRunAlone();
    }

    /** Whether every statement reads by its text. */
    public boolean onlyReads() {
        return statements.stream().allMatch(each -> each.verdict().level() == StatementLevel.READ);
    }

    /** Whether it is a single statement that no transaction may surround. */
    boolean mustRunAlone() {
        return statements.stream().anyMatch(each -> each.verdict().mustRunAlone());
    }
}
