package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.schedules.MissedPolicy;
import dev.wheelhouse.core.schedules.Overlap;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.ui.schedules.times.CronModel;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** What stands in the form; each property is named as the field of the API is. */
public final class ScheduleFields {

    private static final Duration USUAL_TIMEOUT = Duration.ofHours(1);

    final StringProperty name = new SimpleStringProperty(this, "name", "");
    final StringProperty serverId = new SimpleStringProperty(this, "serverId", "");
    final StringProperty command = new SimpleStringProperty(this, "command", "");
    final CronModel times;
    /** Such as {@code 1 h 30 min}. */
    final StringProperty timeout = new SimpleStringProperty(this, "timeoutSeconds", "");

    final ObjectProperty<Overlap> overlap = new SimpleObjectProperty<>(this, "overlap", Overlap.SKIP);
    final ObjectProperty<MissedPolicy> missed = new SimpleObjectProperty<>(this, "missed", MissedPolicy.SKIP);
    final BooleanProperty enabled = new SimpleBooleanProperty(this, "enabled", true);

    ScheduleFields(CronModel times) {
        this.times = times;
        timeout.set(TimeAmount.words(USUAL_TIMEOUT));
    }

    void show(Schedule schedule) {
        name.set(schedule.name());
        serverId.set(schedule.serverId());
        command.set(schedule.command());
        times.show(schedule.cron().text(), schedule.timeZone());
        timeout.set(TimeAmount.words(schedule.timeout()));
        overlap.set(schedule.overlap());
        missed.set(schedule.missed());
        enabled.set(schedule.enabled());
    }

    Optional<Duration> timeoutRead() {
        return TimeAmount.parse(timeout.get());
    }

    /**
     * All of it.
     *
     * @throws AppException {@code validation_failed} for what no schedule can have; the rest the core checks
     */
    ScheduleDraft draft() {
        List<FieldProblem> problems = new ArrayList<>();
        if (name.get().isBlank()) {
            problems.add(new FieldProblem("name", "Give it a name, such as backup-shop."));
        }
        problems.addAll(problemsOfTrial());
        problems.addAll(times.problems());
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return made(name.get().strip(), times.cronProperty().get().strip());
    }

    /**
     * What a run on trial needs; name and times may be missing.
     *
     * @throws AppException {@code validation_failed}
     */
    ScheduleDraft trial() {
        List<FieldProblem> problems = problemsOfTrial();
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return made("trial", "@yearly");
    }

    private List<FieldProblem> problemsOfTrial() {
        List<FieldProblem> problems = new ArrayList<>();
        if (serverId.get().isBlank()) {
            problems.add(new FieldProblem("serverId", "Choose the server that runs it."));
        }
        if (command.get().isBlank()) {
            problems.add(new FieldProblem("command", "Write the command to run, as in a shell."));
        }
        if (timeoutRead().isEmpty()) {
            problems.add(new FieldProblem("timeoutSeconds", timeoutProblem()));
        }
        return problems;
    }

    static String timeoutProblem() {
        return "Write a length of time, such as 90 s, 15 min or 1 h 30 min.";
    }

    private ScheduleDraft made(String madeName, String madeCron) {
        return new ScheduleDraft(
                madeName,
                serverId.get(),
                command.get(),
                madeCron,
                times.zone().map(ZoneId::getId).orElse(null),
                enabled.get(),
                timeoutRead().map(Duration::toSeconds).orElse(null),
                overlap.get(),
                missed.get());
    }
}
