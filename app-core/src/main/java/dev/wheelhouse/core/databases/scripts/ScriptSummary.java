package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.query.ClassifiedStatement;
import java.util.List;

/**
 * What a script holds, from reading it once.
 *
 * @param statements how many
 * @param beginning its first characters, for the history
 * @param needConfirmation the first statements that need confirmation
 * @param controlsTransaction whether it brings its own BEGIN and COMMIT
 * @param onlyReads whether every statement reads by its text
 */
record ScriptSummary(
        int statements,
        String beginning,
        List<ClassifiedStatement> needConfirmation,
        boolean controlsTransaction,
        boolean onlyReads) {}
