package dev.wheelhouse.core.backups.restore;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a server wrote while it recovered, in the C locale and with the standard prefix (the messages are those of
 * PostgreSQL's {@code xlogrecovery.c}, up to 14 in {@code xlog.c}). Immutable.
 */
record RecoveryLog(String text) {

    private static final Pattern STOPPED = Pattern.compile("[^\"]*\\[\\d+] LOG:  recovery stopping (before|after) .*");
    private static final String ENDED_BEFORE_TARGET = "recovery ended before configured recovery target was reached";

    /** Whether the recovery came to its target. */
    boolean stoppedAtTarget() {
        return text.lines().anyMatch(line -> STOPPED.matcher(line).matches());
    }

    /** Whether the server ended because it did not come to it, as those from 13 on do. */
    boolean endedBeforeTarget() {
        return complaint().filter(each -> each.contains(ENDED_BEFORE_TARGET)).isPresent();
    }

    /** The last thing that ended the server; empty when it names none. */
    Optional<String> complaint() {
        String setting = text.lines()
                .filter(line -> line.contains("LOG:  invalid value for parameter")
                        || line.contains("LOG:  unrecognized configuration parameter"))
                .map(line -> " " + line.replaceFirst("^.*?LOG: +", ""))
                .findFirst()
                .orElse("");
        return text.lines()
                // The last is how it speaks before it has read its settings.
                .filter(line -> line.contains("FATAL:") || line.contains("PANIC:") || line.startsWith("postgres: "))
                .map(line -> line.replaceFirst("^.*?(FATAL|PANIC): +", "") + setting)
                // What it answered to those who asked it meanwhile.
                .filter(line -> !line.startsWith("the database system is "))
                .reduce((_, last) -> last);
    }

    /** What ended the server or, where it says nothing of that, its last line. */
    String reason() {
        return complaint()
                .or(() -> text.lines().filter(line -> !line.isBlank()).reduce((_, last) -> last.strip()))
                .orElse("Its log says nothing.");
    }
}
