package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.screen.ListChanges;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The actions on deployments, wherever they are shown. Belongs to the window's thread. */
final class DeploymentCommands {

    private static final int MOST_NAMED = 5;

    private final DeploymentList list;
    private final Forms forms;
    private final ListChanges changes;

    /** Opens what asks for more, and other screens. */
    interface Forms {

        /**
         * Asks what to deploy.
         *
         * @param appId null to ask for the app too
         */
        void deploy(@Nullable String appId);

        /** Opens the page of an app. */
        void openApp(String appId);
    }

    DeploymentCommands(DeploymentList list, Forms forms, Workbench workbench) {
        this.list = list;
        this.forms = forms;
        this.changes = new ListChanges(list, workbench);
    }

    /** What can be done with this one alone. */
    List<Action> ofOne(DeploymentLine line) {
        List<Action> actions = new ArrayList<>();
        if (line.isUnderWay()) {
            actions.add(cancel(line));
        }
        if (line.isKept()) {
            actions.add(rollback(line));
        }
        return actions;
    }

    /** What its actions follow from. */
    static Object version(DeploymentLine line) {
        Deployment deployment = line.deployment();
        return List.of(line.id(), deployment.status(), deployment.switched(), line.isKept(), line.serves());
    }

    /** Everything that can be done with one of them, the likeliest first. */
    List<Action> all(DeploymentLine line) {
        Deployment deployment = line.deployment();
        List<Action> actions = new ArrayList<>(ofOne(line));
        actions.add(deploy(deployment.appId()));
        actions.add(Action.of("deployments.app", "Open the app", "fth-box", () -> forms.openApp(deployment.appId())));
        return actions;
    }

    /** @param appId null for one that is asked for */
    Action deploy(@Nullable String appId) {
        return Action.of("deployments.deploy", "Deploy…", "fth-upload-cloud", () -> forms.deploy(appId))
                .withCurl(() -> appId == null ? DeploymentCalls.list(null) : DeploymentCalls.deploy(appId, null))
                .withShortcut("Shortcut+D");
    }

    private Action cancel(DeploymentLine line) {
        Question question = new Question(
                "Cancel this deployment?",
                line.deployment().switched()
                        ? "It has switched already: the release that served before serves again, and is checked."
                        : "What runs for it is stopped. The release that serves now goes on serving.",
                "Cancel deployment",
                false);
        return Action.of(
                        "deployments.cancel",
                        "Cancel",
                        "fth-x",
                        () -> changes.ask(
                                question,
                                caller -> list.parts().deployments().service().cancel(caller, line.id()),
                                "The deployment of " + line.app() + " is being cancelled."))
                .withCurl(() -> DeploymentCalls.cancel(line.id()))
                .acting()
                .withShortcut("Shortcut+Shift+Q");
    }

    private Action rollback(DeploymentLine line) {
        return Action.of(
                        "deployments.rollback",
                        "Roll back to this…",
                        "fth-rotate-ccw",
                        () -> changes.ask(
                                question(line),
                                caller -> list.parts().deployments().service().rollback(caller, line.id()),
                                line.app() + " goes back to " + DeploymentLabels.what(line.deployment()) + "."))
                .withCurl(() -> DeploymentCalls.rollback(line.id()))
                .acting()
                .withShortcut("Shortcut+P");
    }

    /** What it brings back, and what is taken back with it. */
    private Question question(DeploymentLine line) {
        List<DeploymentLine> later = replacedBy(line);
        String gone = later.stream()
                .limit(MOST_NAMED)
                .map(each -> "–  " + DeploymentLabels.what(each.deployment()))
                .collect(Collectors.joining("\n"));
        int more = later.size() - MOST_NAMED;
        return new Question(
                "Roll " + line.app() + " back?",
                "The release of " + line.began() + " serves again: " + DeploymentLabels.what(line.deployment())
                        + ". It is still on the server: nothing is built or fetched. The app starts again and is"
                        + " checked. Hooks do not run, and data is not changed back."
                        + (gone.isEmpty() ? "" : "\n\nNo longer served:\n" + gone)
                        + (more > 0 ? "\n… and " + more + " more" : ""),
                "Roll back",
                true);
    }

    /** What serves no longer then: after a rollback that is not the newest release. */
    private List<DeploymentLine> replacedBy(DeploymentLine line) {
        List<DeploymentLine> releases = list.rows().stream()
                .map(LiveRow::line)
                .filter(each ->
                        each.deployment().appId().equals(line.deployment().appId())
                                && each.deployment().rollbackTo() == null
                                && each.deployment().released())
                .toList();
        List<DeploymentLine> fromServing =
                releases.stream().dropWhile(each -> !each.serves()).toList();
        return fromServing.contains(line)
                ? fromServing.subList(0, fromServing.indexOf(line))
                : fromServing.stream().limit(1).toList();
    }

    DeploymentList list() {
        return list;
    }
}
