package dev.wheelhouse.ui.schedules.times;

import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.ui.schedules.list.ScheduleLabels;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a text means as a cron expression. */
public sealed interface CronReading {

    /** How many coming times are listed. */
    int TIMES = 5;

    /** Nothing is written yet. */
    record Blank() implements CronReading {}

    /** @param problem what is wrong with it and what to write instead */
    record Wrong(String problem) implements CronReading {}

    /**
     * @param words what it means, as a sentence begins
     * @param zone in which it is meant
     * @param times the next {@link #TIMES}; none where the zone is not known
     */
    record Right(String words, @Nullable ZoneId zone, List<UpcomingRun> times) implements CronReading {}

    /**
     * @param zone in which it is meant; null where that cannot be read
     * @param own the window's zone
     */
    static CronReading of(String text, @Nullable ZoneId zone, ZoneId own, Instant now) {
        if (text.isBlank()) {
            return new Blank();
        }
        try {
            CronExpression expression = CronExpression.parse(text);
            return new Right(
                    ScheduleLabels.capital(expression.inWords()),
                    zone,
                    zone == null ? List.of() : UpcomingRun.of(new DueTimes(expression, zone), own, now, TIMES));
        } catch (AppException e) {
            return new Wrong(
                    e.details() instanceof FieldProblems(List<FieldProblem> errors)
                            ? errors.getFirst().message()
                            : String.valueOf(e.getMessage()));
        }
    }
}
