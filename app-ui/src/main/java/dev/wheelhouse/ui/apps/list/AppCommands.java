package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What can be done with apps, wherever they are shown; with one or with several at once. Belongs to the window's thread. */
public final class AppCommands {

    private static final int NAMED = 3;

    private final AppGateway apps;
    private final AppList list;
    private final Workbench workbench;
    private final @Nullable LogsWiring logs;

    /** @param logs null where no log can be shown */
    public AppCommands(AppGateway apps, AppList list, Workbench workbench, @Nullable LogsWiring logs) {
        this.apps = apps;
        this.list = list;
        this.workbench = workbench;
        this.logs = logs;
    }

    /** Something that the core does with one app. */
    private interface Call {
        AppStatus of(Caller caller, String id);
    }

    /** One app and how the call went. */
    private record Outcome(
            AppLine line,
            @Nullable AppStatus status,
            @Nullable AppException failure) {}

    /** @param serverId chosen already; null for the person to choose */
    public Action add(AppForms forms, @Nullable String serverId) {
        return Action.of("apps.add", "Add an app", "fth-plus", () -> forms.open(new FormMode.Add<>(), serverId))
                .withCurl(AppCalls::list);
    }

    public Action start(List<AppLine> lines) {
        List<AppLine> idle = lines.stream().filter(AppLine::canStart).toList();
        Action action = Action.of(
                        "apps.start", "Start", "fth-play", () -> run(idle, PendingAction.STARTING, apps::start))
                .withCurl(() -> single(lines, AppCalls::start))
                .acting(question(idle, "Start", "It is started and watched until it is up.", false));
        action.enabledProperty().set(!idle.isEmpty());
        return action.withShortcut("Shortcut+Enter");
    }

    /** Asks by name, then stops those that run. */
    public Action stop(List<AppLine> lines) {
        List<AppLine> running = lines.stream().filter(AppLine::canStop).toList();
        Action action = Action.of(
                        "apps.stop",
                        "Stop",
                        "fth-square",
                        () -> ask(
                                running,
                                "Stop",
                                "It does not answer until it is started.",
                                () -> run(running, PendingAction.STOPPING, apps::stop)))
                .withCurl(() -> single(lines, AppCalls::stop))
                .acting();
        action.enabledProperty().set(!running.isEmpty());
        return action.withShortcut("Shortcut+Period");
    }

    /** Whether it runs is changed by one of these, or by either where some copies run or nobody could see. */
    public List<Action> startOrStop(AppLine line) {
        List<AppLine> one = List.of(line);
        if (!line.canStop()) {
            return List.of(start(one));
        }
        // Not of one that comes and goes, whose buttons would too.
        boolean either = line.state()
                .filter(each -> each == AppStatus.State.DEGRADED || each == AppStatus.State.UNKNOWN)
                .isPresent();
        return either ? List.of(stop(one), start(one)) : List.of(stop(one));
    }

    /** Asks by name, since Ctrl+R reads a page again in browsers. */
    public Action restart(List<AppLine> lines) {
        List<AppLine> idle = lines.stream().filter(each -> !each.isBusy()).toList();
        Action action = Action.of(
                        "apps.restart",
                        "Restart",
                        "fth-rotate-cw",
                        () -> ask(
                                idle,
                                "Restart",
                                "It does not answer until it has restarted.",
                                () -> run(idle, PendingAction.RESTARTING, apps::restart)))
                .withCurl(() -> single(lines, AppCalls::restart))
                .acting();
        action.enabledProperty().set(!idle.isEmpty());
        return action.withShortcut("Shortcut+R");
    }

    private void ask(List<AppLine> lines, String verb, String consequence, Runnable confirmed) {
        workbench.ask(question(lines, verb, consequence, true), confirmed);
    }

    private static Question question(List<AppLine> lines, String verb, String consequence, boolean dangerous) {
        String all = lines.stream()
                .map(line -> line.name() + " on " + line.serverName())
                .collect(Collectors.joining("\n"));
        boolean one = lines.size() == 1;
        return new Question(
                verb + " " + (one ? lines.getFirst().name() : lines.size() + " apps") + "?",
                one ? consequence : all,
                verb,
                dangerous);
    }

    /** Opens its log; nowhere where no log can be shown. */
    public Optional<Action> log(AppLine line) {
        LogsWiring shown = logs;
        return shown == null
                ? Optional.empty()
                : Optional.of(Action.of("apps.log", "Log", "fth-file-text", () -> shown.openApp(line.id(), null))
                        .withShortcut("Shortcut+L")
                        .withCurl(() -> AppCalls.log(line.id())));
    }

    public Optional<LogsWiring> logs() {
        return Optional.ofNullable(logs);
    }

    public Action edit(AppLine line, AppForms forms) {
        return Action.of("apps.edit", "Edit…", "fth-edit-2", () -> forms.open(new FormMode.Edit<>(line.app()), null))
                .withShortcut("F2")
                .withCurl(() -> AppCalls.get(line.id()));
    }

    /** Asks by name, then removes what the console made for it. */
    public Action delete(List<AppLine> lines) {
        return Action.of("apps.delete", "Remove…", "fth-trash-2", () -> ask(lines))
                .withShortcut("Delete")
                .withCurl(() -> single(lines, AppCalls::delete));
    }

    private static @Nullable CurlCommand single(List<AppLine> lines, Function<String, CurlCommand> call) {
        return lines.size() == 1 ? call.apply(lines.getFirst().id()) : null;
    }

    private void run(List<AppLine> lines, PendingAction doing, Call call) {
        List<Outcome> outcomes = new ArrayList<>();
        for (AppLine line : lines) {
            list.begin(line.id(), doing);
            workbench.run(
                    caller -> call.of(caller, line.id()),
                    status -> ended(new Outcome(line, status, null), outcomes, lines, doing),
                    failure -> ended(new Outcome(line, null, failure), outcomes, lines, doing));
        }
    }

    /** One notice for all of them, and each failure by itself. */
    private void ended(Outcome outcome, List<Outcome> outcomes, List<AppLine> of, PendingAction doing) {
        list.end(outcome.line().id(), outcome.status());
        outcomes.add(outcome);
        if (outcome.failure() != null) {
            report(outcome.line(), doing, outcome.failure());
        }
        if (outcomes.size() < of.size()) {
            return;
        }
        list.refresh();
        Set<AppLine> failed = outcomes.stream()
                .filter(each -> each.failure() != null)
                .map(Outcome::line)
                .collect(Collectors.toSet());
        List<AppLine> done = of.stream().filter(each -> !failed.contains(each)).toList();
        if (!done.isEmpty()) {
            workbench.say(Notice.info(names(done) + (done.size() == 1 ? " was " : " were ") + doing.done() + "."));
        }
    }

    private void report(AppLine line, PendingAction doing, AppException failure) {
        if (failure.errorCode() == AppError.IMAGE_MISSING) {
            new ImagePullOffer(apps, workbench).make(line.app(), failure, () -> {});
            return;
        }
        workbench.say(
                Notice.failure(line.name() + ": " + doing.verb() + " failed", String.valueOf(failure.getMessage())));
    }

    private static String names(List<AppLine> lines) {
        if (lines.size() > NAMED) {
            return lines.size() + " apps";
        }
        return lines.stream().map(AppLine::name).collect(Collectors.joining(", "));
    }

    private void ask(List<AppLine> lines) {
        String what = lines.size() == 1 ? lines.getFirst().name() : lines.size() + " apps";
        String each = lines.stream()
                .map(line ->
                        lines.size() == 1 ? whatGoes(line.app()) : "“" + line.name() + "”: " + whatGoes(line.app()))
                .collect(Collectors.joining("\n"));
        workbench.ask(
                new Question("Remove " + what + "?", each + "\n\nIts metrics are deleted.", "Remove", true),
                () -> lines.forEach(this::delete));
    }

    /** What is done on the server, and what stays as it is. */
    static String whatGoes(App app) {
        return switch (app.spec()) {
            case AppSpec.Process process ->
                "The process is stopped, and its log files on the server are deleted. "
                        + (process.directory() == null
                                ? "Its program stays."
                                : "Its program and the directory " + process.directory() + " stay.");
            case AppSpec.SystemdUnit unit ->
                "The console forgets it. The unit " + unit.unit() + " goes on as it is, with its journal.";
            case AppSpec.Container container
            when container.adopted() != null ->
                "The console forgets it. The containers that were there before ("
                        + String.join(", ", container.adopted()) + ") go on as they are.";
            case AppSpec.Container container ->
                "Its " + (container.replicas() == 1 ? "container is" : container.replicas() + " containers are")
                        + " stopped and deleted, with the log. The image " + container.image()
                        + (container.volumes().isEmpty() ? " stays." : " and the volumes stay.");
        };
    }

    private void delete(AppLine line) {
        list.begin(line.id(), PendingAction.REMOVING);
        workbench.change(
                caller -> apps.delete(caller, line.id(), null),
                () -> {
                    list.end(line.id(), null);
                    list.refresh();
                    workbench.say(Notice.info(line.name() + " was removed."));
                },
                failure -> notDeleted(line, failure));
    }

    private void notDeleted(AppLine line, AppException failure) {
        list.end(line.id(), null);
        list.refresh();
        if (failure.kind() != ErrorKind.UNAVAILABLE) {
            workbench.say(failure);
            return;
        }
        workbench.ask(
                new Question(
                        "Forget " + line.name() + " without its server?",
                        failure.getMessage() + "\n\nNothing can be stopped or taken away there now. The app can be"
                                + " forgotten all the same; what runs on " + line.serverName() + " then goes on.",
                        "Forget it",
                        true),
                () -> forget(line));
    }

    private void forget(AppLine line) {
        workbench.change(
                caller -> apps.forget(caller, line.id(), null),
                () -> {
                    list.refresh();
                    workbench.say(Notice.info(line.name() + " was forgotten."));
                },
                workbench::say);
    }

    /** What can be done with one or several, in the order to show it: of those that make sense for them. */
    public List<Action> all(List<AppLine> lines, AppForms forms) {
        List<Action> actions = new ArrayList<>();
        if (lines.isEmpty()) {
            return actions;
        }
        actions.add(start(lines));
        actions.add(stop(lines));
        actions.add(restart(lines));
        if (lines.size() == 1) {
            log(lines.getFirst()).ifPresent(actions::add);
            actions.add(edit(lines.getFirst(), forms));
        }
        actions.add(delete(lines));
        return actions;
    }

    public AppList list() {
        return list;
    }
}
