package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.databases.query.AdmittedScript;

/**
 * What a script holds, from reading it once.
 *
 * @param statements how many
 * @param script without its statements; its text is what the history shows, of those that need confirmation it names the
 *     first
 */
record ScriptSummary(int statements, AdmittedScript script) {}
