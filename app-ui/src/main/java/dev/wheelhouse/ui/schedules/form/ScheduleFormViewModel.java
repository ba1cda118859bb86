package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.schedules.ScheduleGateway;
import dev.wheelhouse.core.schedules.TrialGateway;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.times.CronModel;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/** The form of one schedule. Belongs to the window's thread. */
public final class ScheduleFormViewModel implements FormSource<Schedule> {

    private static final Set<String> FIELDS =
            Set.of("name", "serverId", "command", "cron", "timeZone", "timeoutSeconds");

    private final ScheduleGateway schedules;
    private final Supplier<Caller> callers;
    final ScheduleList list;
    final FormMode<Schedule> mode;
    final FormModel<Schedule> form;
    final ScheduleFields fields;
    private final TrialRun trial;
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> chooseOnlyServer();

    public ScheduleFormViewModel(
            ScheduleGateway schedules,
            TrialGateway trials,
            ScheduleList list,
            Workbench workbench,
            FormMode<Schedule> mode) {
        this.schedules = schedules;
        this.callers = workbench.callers();
        this.list = list;
        this.mode = mode;
        this.form = new FormModel<>(workbench.background(), FIELDS, this);
        this.fields = new ScheduleFields(new CronModel("cron", list.zone(), list.clock(), workbench.background()));
        this.trial = new TrialRun(trials, workbench, form::refused);
        switch (mode) {
            case FormMode.Add<Schedule>() -> chooseOnlyServer();
            case FormMode.Copy<Schedule>(Schedule schedule) -> {
                fields.show(schedule);
                fields.name.set(schedule.name() + "-copy");
            }
            case FormMode.Edit<Schedule>(Schedule schedule) -> show(schedule);
        }
        forgetProblemsOfWhatIsChanged();
        list.servers().rows().addListener(onServers);
        list.servers().refresh();
    }

    @Override
    public void show(Schedule schedule) {
        form.show(schedule.revision());
        fields.show(schedule);
    }

    /** Where there is only one server nobody has to choose. */
    private void chooseOnlyServer() {
        if (fields.serverId.get().isEmpty() && list.servers().rows().size() == 1) {
            fields.serverId.set(list.servers().rows().getFirst().id());
        }
    }

    private void forgetProblemsOfWhatIsChanged() {
        form.forgetProblemsOf(
                fields.name,
                fields.serverId,
                fields.command,
                fields.timeout,
                fields.overlap,
                fields.missed,
                fields.enabled);
        fields.times.showProblemsIn(form);
        fields.timeout.addListener(_ -> {
            if (fields.timeoutRead().isEmpty()) {
                form.problems().put("timeoutSeconds", ScheduleFields.timeoutProblem());
            }
        });
    }

    /** Runs the command once, as the form has it now. */
    public void runTrial() {
        ScheduleDraft draft = form.checked(fields::trial);
        if (draft != null) {
            trial.begin(draft);
        }
    }

    public void cancelTrial() {
        trial.cancel();
    }

    @Override
    public @Nullable Callable<Schedule> store(@Nullable Long expected) {
        ScheduleDraft draft = form.checked(fields::draft);
        if (draft == null || fields.times.isWrong()) {
            return null;
        }
        return () -> mode instanceof FormMode.Edit<Schedule>(Schedule before)
                ? schedules.update(callers.get(), before.id(), draft, expected)
                : schedules.create(callers.get(), draft);
    }

    @Override
    public Callable<Schedule> read() {
        return () -> schedules.get(
                callers.get(), Objects.requireNonNull(mode.edited()).id());
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        ScheduleDraft draft = FormModel.quietly(fields::draft);
        if (draft == null) {
            return null;
        }
        return mode instanceof FormMode.Edit<Schedule>(Schedule schedule)
                ? ScheduleCalls.update(schedule.id(), draft)
                : ScheduleCalls.create(draft);
    }

    /** What the run on trial does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand trialCall() {
        ScheduleDraft draft = FormModel.quietly(fields::trial);
        return draft == null ? null : ScheduleCalls.test(draft);
    }

    /** Ends what is under way, a run on trial too. */
    public void close() {
        fields.times.close();
        list.servers().rows().removeListener(onServers);
        trial.close();
        form.close();
    }

    public ReadOnlyObjectProperty<Trial> trialProperty() {
        return trial.stateProperty();
    }
}
