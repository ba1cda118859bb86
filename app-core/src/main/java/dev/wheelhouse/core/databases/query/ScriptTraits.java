package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.Verdict;
import java.util.List;

/**
 * What the statements of a text are together.
 *
 * @param onlyReads whether every statement reads by its text
 * @param harmless whether every statement may run where nothing may be changed
 * @param controlsTransaction whether the text has its own BEGIN and COMMIT, so that no transaction is put around it
 * @param mustRunAlone whether it holds a statement that no transaction may surround
 * @param reads whether some statement reads by its text, or declares a cursor that is read at a commit: what calls a
 *     function that writes is not seen before it runs
 */
public record ScriptTraits(
        boolean onlyReads, boolean harmless, boolean controlsTransaction, boolean mustRunAlone, boolean reads) {

    /** Of a text without statements. */
    public static final ScriptTraits NONE = new ScriptTraits(true, true, false, false, false);

    static ScriptTraits of(List<ClassifiedStatement> statements) {
        ScriptTraits traits = NONE;
        for (ClassifiedStatement each : statements) {
            traits = traits.with(each.verdict());
        }
        return traits;
    }

    /** With one statement more. */
    public ScriptTraits with(Verdict verdict) {
        return new ScriptTraits(
                onlyReads && verdict.level() == StatementLevel.READ,
                harmless && verdict.allowedOnReadOnly(),
                controlsTransaction || verdict.controlsTransaction(),
                mustRunAlone || verdict.mustRunAlone(),
                reads
                        || verdict.level() == StatementLevel.READ
                        || verdict.rule().equals(Verdict.CURSOR_WITH_HOLD));
    }

    /** Whether no transaction is put around the whole text. */
    public boolean ownControl() {
        return controlsTransaction || mustRunAlone;
    }
}
