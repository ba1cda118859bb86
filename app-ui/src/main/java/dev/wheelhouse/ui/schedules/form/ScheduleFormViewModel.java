package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.schedules.desk.ScheduleDesk;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.times.CronReading;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableMap;
import org.jspecify.annotations.Nullable;

/** The form of one schedule. Belongs to the window's thread. */
public final class ScheduleFormViewModel {

    private static final List<String> SHOWN =
            List.of("name", "serverId", "command", "cron", "timeZone", "timeoutSeconds");
    private static final Duration TICK = Duration.ofSeconds(10);

    private final ScheduleDesk desk;
    private final ScheduleList list;
    private final ScheduleFormMode mode;
    private final Latest saving;
    private final Background.Handle ticking;
    private final ScheduleFields fields;
    private final TrialRun trial;
    private final ObservableMap<String, String> problems = FXCollections.observableHashMap();
    private final ReadOnlyStringWrapper trouble = new ReadOnlyStringWrapper(this, "trouble", "");
    private final ReadOnlyObjectWrapper<CronReading> reading;
    private final ReadOnlyBooleanWrapper saveRunning = new ReadOnlyBooleanWrapper(this, "saveRunning");
    private final ReadOnlyBooleanWrapper outdated = new ReadOnlyBooleanWrapper(this, "outdated");
    private final ListChangeListener<ServerLine> onServers = _ -> chooseOnlyServer();
    private @Nullable Long revision;

    public ScheduleFormViewModel(ScheduleDesk desk, ScheduleList list, Workbench workbench, ScheduleFormMode mode) {
        this.desk = desk;
        this.list = list;
        this.mode = mode;
        this.saving = new Latest(workbench.background());
        this.fields = new ScheduleFields(list.zone());
        this.trial = new TrialRun(desk, workbench.background(), this::refused);
        switch (mode) {
            case ScheduleFormMode.Add _ -> chooseOnlyServer();
            case ScheduleFormMode.Copy(Schedule schedule) -> {
                fields.show(schedule);
                fields.nameProperty().set(schedule.name() + "-copy");
            }
            case ScheduleFormMode.Edit(Schedule schedule) -> show(schedule);
        }
        this.reading = new ReadOnlyObjectWrapper<>(this, "reading", read());
        forgetProblemsOfWhatIsChanged();
        fields.cronProperty().addListener(_ -> readAgain());
        fields.timeZoneProperty().addListener(_ -> readAgain());
        list.servers().items().addListener(onServers);
        list.servers().refresh();
        ticking = workbench.background().every(TICK, this::readAgain);
    }

    private void show(Schedule schedule) {
        revision = schedule.revision();
        fields.show(schedule);
    }

    /** Where there is only one server nobody has to choose. */
    private void chooseOnlyServer() {
        if (fields.serverIdProperty().get().isEmpty() && list.servers().items().size() == 1) {
            fields.serverIdProperty().set(list.servers().items().getFirst().id());
        }
    }

    private CronReading read() {
        return fields.reading(list.zone(), list.clock().instant());
    }

    /** What is wrong with the times is told while they are typed. */
    private void readAgain() {
        reading.set(read());
    }

    private void forgetProblemsOfWhatIsChanged() {
        List.<Property<?>>of(
                        fields.nameProperty(),
                        fields.serverIdProperty(),
                        fields.commandProperty(),
                        fields.cronProperty(),
                        fields.timeZoneProperty(),
                        fields.timeoutProperty(),
                        fields.overlapProperty(),
                        fields.missedProperty(),
                        fields.enabledProperty())
                .forEach(each -> each.addListener(_ -> {
                    problems.remove(each.getName());
                    trouble.set("");
                }));
        fields.timeZoneProperty().addListener(_ -> {
            if (fields.zone().isEmpty()) {
                problems.put("timeZone", fields.zoneProblem());
            }
        });
        fields.timeoutProperty().addListener(_ -> {
            if (fields.timeoutRead().isEmpty()) {
                problems.put("timeoutSeconds", ScheduleFields.timeoutProblem());
            }
        });
    }

    /** Fills the field with times that many schedules have. */
    void choose(UsualTimes times) {
        fields.cronProperty().set(times.expression(fields.cronProperty().get()));
    }

    /** Runs the command once, as the form has it now. */
    public void runTrial() {
        ScheduleDraft draft = checked(fields::trial);
        if (draft != null) {
            trial.begin(draft);
        }
    }

    public void cancelTrial() {
        trial.cancel();
    }

    /** @param saved gets the schedule once it is stored */
    public void save(Consumer<Schedule> saved) {
        save(revision, saved);
    }

    /** Saves over what somebody else changed meanwhile. */
    public void saveAnyway(Consumer<Schedule> saved) {
        save(null, saved);
    }

    private void save(@Nullable Long expected, Consumer<Schedule> saved) {
        ScheduleDraft draft = checked(fields::draft);
        if (draft == null || saveRunning.get() || reading.get() instanceof CronReading.Wrong) {
            return;
        }
        saveRunning.set(true);
        outdated.set(false);
        saving.run(
                () -> mode instanceof ScheduleFormMode.Edit(Schedule before)
                        ? desk.update(before.id(), draft, expected)
                        : desk.create(draft),
                stored -> {
                    saveRunning.set(false);
                    saved.accept(stored);
                },
                failure -> {
                    saveRunning.set(false);
                    refused(failure);
                });
    }

    /** Shows the schedule as it is now instead of what was typed. */
    public void loadTheirs() {
        if (mode instanceof ScheduleFormMode.Edit(Schedule before)) {
            saving.run(
                    () -> desk.get(before.id()),
                    now -> {
                        show(now);
                        outdated.set(false);
                        trouble.set("");
                    },
                    this::refused);
        }
    }

    private void refused(AppException failure) {
        if (failure.details() instanceof FieldProblems(List<FieldProblem> errors)) {
            errors.forEach(each -> problems.put(each.path(), each.message()));
            errors.stream()
                    .filter(each -> !SHOWN.contains(each.path()))
                    .findFirst()
                    .ifPresent(each -> trouble.set(each.message()));
            return;
        }
        if (failure.errorCode() == PlatformError.ALREADY_EXISTS) {
            problems.put("name", String.valueOf(failure.getMessage()));
            return;
        }
        if (failure.errorCode() == PlatformError.PRECONDITION_FAILED) {
            outdated.set(true);
            return;
        }
        trouble.set(String.valueOf(failure.getMessage()));
    }

    /** What the form says; null when it holds something that no schedule can have, which is then told at its field. */
    private @Nullable ScheduleDraft checked(Supplier<ScheduleDraft> draft) {
        try {
            return draft.get();
        } catch (AppException e) {
            refused(e);
            return null;
        }
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        ScheduleDraft draft = checked(fields::draft);
        if (draft == null) {
            return null;
        }
        return mode instanceof ScheduleFormMode.Edit(Schedule schedule)
                ? ScheduleCalls.update(schedule.id(), draft)
                : ScheduleCalls.create(draft);
    }

    /** What the run on trial does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand trialCall() {
        ScheduleDraft draft = checked(fields::trial);
        return draft == null ? null : ScheduleCalls.test(draft);
    }

    /** Ends what is under way, a run on trial too. */
    public void close() {
        ticking.cancel();
        list.servers().items().removeListener(onServers);
        trial.close();
        saving.cancel();
    }

    public ScheduleFormMode mode() {
        return mode;
    }

    public ScheduleFields fields() {
        return fields;
    }

    public ServerList servers() {
        return list.servers();
    }

    /** The window's zone. */
    public ZoneId zone() {
        return list.zone();
    }

    /** What the times mean, as they are typed. */
    public ReadOnlyObjectProperty<CronReading> readingProperty() {
        return reading.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Trial> trialProperty() {
        return trial.stateProperty();
    }

    /** Field to what is wrong with it. */
    public ObservableMap<String, String> problems() {
        return problems;
    }

    /** What is wrong with no single field; empty for nothing. */
    public ReadOnlyStringProperty troubleProperty() {
        return trouble.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty saveRunningProperty() {
        return saveRunning.getReadOnlyProperty();
    }

    /** Whether somebody changed the schedule while the form was open. */
    public ReadOnlyBooleanProperty outdatedProperty() {
        return outdated.getReadOnlyProperty();
    }

    Instant now() {
        return list.clock().instant();
    }
}
