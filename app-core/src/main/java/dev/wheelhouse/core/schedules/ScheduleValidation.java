package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.NamedZone;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;

/** Checks a draft field by field. */
final class ScheduleValidation {

    private static final int LONGEST_COMMAND = 16_384;
    private static final long DEFAULT_TIMEOUT_SECONDS = 3600;
    private static final long LONGEST_TIMEOUT_SECONDS = Duration.ofDays(30).toSeconds();

    private final Problems problems = new Problems();

    private ScheduleValidation() {}

    /** What a draft says when all of it is right. */
    record Checked(
            String name,
            String serverId,
            String command,
            CronExpression cron,
            ZoneId timeZone,
            boolean enabled,
            Duration timeout,
            Overlap overlap,
            MissedPolicy missed) {}

    /** @throws AppException {@code validation_failed} with every field at fault */
    static Checked check(ScheduleDraft draft) {
        return new ScheduleValidation().checked(draft);
    }

    private Checked checked(ScheduleDraft draft) {
        problems.checkName(draft.name());
        checkCommand(draft.command());
        CronExpression cron = problems.or(() -> CronExpression.parse(draft.cron()));
        ZoneId zone = problems.or(() -> NamedZone.parse(draft.timeZone()));
        long timeout = draft.timeoutSeconds() == null ? DEFAULT_TIMEOUT_SECONDS : draft.timeoutSeconds();
        if (timeout < 1 || timeout > LONGEST_TIMEOUT_SECONDS) {
            problems.add("timeoutSeconds", "Use 1 to " + LONGEST_TIMEOUT_SECONDS + " seconds (30 days).");
        }
        problems.throwIfAny();
        return new Checked(
                draft.name(),
                draft.serverId(),
                draft.command(),
                Objects.requireNonNull(cron),
                Objects.requireNonNull(zone),
                draft.enabled() == null || draft.enabled(),
                Duration.ofSeconds(timeout),
                draft.overlap() == null ? Overlap.SKIP : draft.overlap(),
                draft.missed() == null ? MissedPolicy.SKIP : draft.missed());
    }

    private void checkCommand(String command) {
        if (command.isBlank()) {
            problems.add("command", "Write the command to run, as in a shell.");
        } else if (command.length() > LONGEST_COMMAND) {
            problems.add(
                    "command",
                    String.format(
                            Locale.ROOT,
                            "Use at most %,d characters; put more into a script on the server.",
                            LONGEST_COMMAND));
        } else if (command.indexOf('\0') >= 0) {
            problems.add("command", "Remove the NUL character.");
        }
    }
}
