package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.schedules.cron.CronExpression;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field. */
final class ScheduleValidation {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,62}");
    private static final int LONGEST_COMMAND = 16_384;
    private static final long DEFAULT_TIMEOUT_SECONDS = 3600;
    private static final long LONGEST_TIMEOUT_SECONDS = Duration.ofDays(30).toSeconds();

    private final List<FieldProblem> problems = new ArrayList<>();

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

    /**
     * The zone of that IANA name; UTC for none.
     *
     * @throws AppException {@code validation_failed} on {@code timeZone}
     */
    static ZoneId zone(@Nullable String name) {
        String text = name == null ? "UTC" : name.strip();
        if (ZoneId.getAvailableZoneIds().contains(text)) {
            return ZoneId.of(text);
        }
        throw AppException.invalid(
                "timeZone",
                isOffset(text)
                        ? "Name a place, such as Europe/Zurich, whose clocks may change, or UTC."
                        : "There is no time zone " + text + ". Use a name such as Europe/Zurich or UTC.");
    }

    /** Also one that looks like a name, such as UTC+1. */
    private static boolean isOffset(String text) {
        try {
            return ZoneId.of(text).getRules().isFixedOffset();
        } catch (DateTimeException _) {
            return false;
        }
    }

    private Checked checked(ScheduleDraft draft) {
        if (!NAME.matcher(draft.name()).matches()) {
            problem(
                    "name",
                    "Use 1 to 63 of the characters a-z, 0-9, '_', '.' and '-', and begin with a letter or a digit.");
        }
        checkCommand(draft.command());
        CronExpression cron = or(() -> CronExpression.parse(draft.cron()));
        ZoneId zone = or(() -> zone(draft.timeZone()));
        long timeout = draft.timeoutSeconds() == null ? DEFAULT_TIMEOUT_SECONDS : draft.timeoutSeconds();
        if (timeout < 1 || timeout > LONGEST_TIMEOUT_SECONDS) {
            problem("timeoutSeconds", "Use 1 to " + LONGEST_TIMEOUT_SECONDS + " seconds (30 days).");
        }
        if (cron == null || zone == null || !problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return new Checked(
                draft.name(),
                draft.serverId(),
                draft.command(),
                cron,
                zone,
                draft.enabled() == null || draft.enabled(),
                Duration.ofSeconds(timeout),
                draft.overlap() == null ? Overlap.SKIP : draft.overlap(),
                draft.missed() == null ? MissedPolicy.SKIP : draft.missed());
    }

    private void checkCommand(String command) {
        if (command.isBlank()) {
            problem("command", "Write the command to run, as in a shell.");
        } else if (command.length() > LONGEST_COMMAND) {
            problem(
                    "command",
                    String.format(
                            Locale.ROOT,
                            "Use at most %,d characters; put more into a script on the server.",
                            LONGEST_COMMAND));
        } else if (command.indexOf('\0') >= 0) {
            problem("command", "Remove the NUL character.");
        }
    }

    @FunctionalInterface
    private interface Parsing<T> {
        T parse();
    }

    private <T> @Nullable T or(Parsing<T> parsing) {
        try {
            return parsing.parse();
        } catch (AppException e) {
            if (e.details() instanceof FieldProblems found) {
                problems.addAll(found.errors());
                return null;
            }
            throw e;
        }
    }

    private void problem(String field, String message) {
        problems.add(new FieldProblem(field, message));
    }
}
