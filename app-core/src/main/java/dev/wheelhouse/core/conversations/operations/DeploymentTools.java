package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.apps.AppService;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentService;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.deployments.Deployments;
import dev.wheelhouse.core.deployments.SourceService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Deployments: what they did and why they failed; new ones, and ways back. */
final class DeploymentTools {

    private static final int MOST = 20;
    private static final int MOST_LOG_BYTES = 16 << 10;
    private static final ToolParameter DEPLOYMENT =
            ToolParameter.name("deployment", "Id of a deployment, or the name of an app for its newest");

    private final DeploymentService deployments;
    private final SourceService sources;
    private final AppService apps;

    DeploymentTools(Deployments deployments, AppService apps) {
        this.deployments = deployments.service();
        this.sources = deployments.sources();
        this.apps = apps;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "list_deployments",
                        "deployments",
                        Scope.DEPLOYMENTS_READ,
                        "Lists the newest deployments of all apps or of one, with how they ended.",
                        List.of(ToolParameter.name("app", "Name or id of an app; all when it is left out")
                                .optional()),
                        this::list),
                Tool.reading(
                        "deployment",
                        "deployment",
                        Scope.DEPLOYMENTS_READ,
                        "Shows a deployment: its commit, its steps, why it failed, and the end of its log.",
                        List.of(DEPLOYMENT),
                        this::show),
                Tool.changing(
                        "deploy",
                        "deploy",
                        Scope.DEPLOYMENTS_WRITE,
                        "Proposes to deploy an app from its repository.",
                        List.of(
                                AppTools.APP,
                                ToolParameter.name(
                                                "ref",
                                                "A branch, tag or commit; the source's branch when it is left out")
                                        .optional()),
                        new Tool.Work.Changing(this::deployPreview, this::deploy)),
                Tool.changing(
                        "roll_back",
                        "rollback",
                        Scope.DEPLOYMENTS_WRITE,
                        "Proposes to bring back the release of an earlier deployment.",
                        List.of(ToolParameter.name(
                                "deployment", "Id of the deployment whose release is to serve again")),
                        new Tool.Work.Changing(this::rollbackPreview, this::rollback)),
                Tool.changing(
                        "cancel_deployment",
                        "cancel",
                        Scope.DEPLOYMENTS_WRITE,
                        "Proposes to cancel a deployment that waits or runs.",
                        List.of(DEPLOYMENT),
                        new Tool.Work.Changing(this::cancelPreview, this::cancel)));
    }

    private String list(ToolCall call) {
        Map<String, String> names = names(call.caller());
        String wanted = call.input().findText("app").orElse(null);
        String appId = wanted == null ? null : AppTools.find(apps, call).id();
        TextTable table = new TextTable("at", "app", "deployment", "status", "commit", "subject", "error");
        deployments
                .list(call.caller(), appId, new PageRequest(MOST, null))
                .items()
                .forEach(each -> table.add(
                        Shown.time(each.createdAt()),
                        names.getOrDefault(each.appId(), each.appId()),
                        each.id(),
                        each.status().wireName(),
                        commit(each),
                        each.subject(),
                        each.error()));
        return table.orElse("Nothing has been deployed yet.");
    }

    private Map<String, String> names(Caller caller) {
        return caller.may(Scope.APPS_READ)
                ? apps.all(caller).stream().collect(Collectors.toMap(App::id, App::name))
                : Map.of();
    }

    private static @Nullable String commit(Deployment deployment) {
        String commit = deployment.commitId();
        return commit == null ? deployment.ref() : commit.substring(0, Math.min(7, commit.length()));
    }

    private Deployment find(ToolCall call) {
        String wanted = call.text("deployment");
        if (wanted.startsWith("dep_")) {
            return deployments.get(call.caller(), wanted);
        }
        App app = Named.find("app", wanted, apps.all(call.caller()), App::id, App::name);
        return deployments.list(call.caller(), app.id(), new PageRequest(1, null)).items().stream()
                .findFirst()
                .orElseThrow(() -> AppException.invalid("deployment", app.name() + " has not been deployed yet."));
    }

    private String show(ToolCall call) {
        Deployment found = find(call);
        String app = names(call.caller()).getOrDefault(found.appId(), found.appId());
        StringBuilder text = new StringBuilder("deployment " + found.id() + " of " + app + ": "
                + found.status().wireName() + ", begun by " + found.trigger().wireName() + " at "
                + Shown.time(found.createdAt()));
        text.append("\ncommit: ").append(commit(found) == null ? "-" : commit(found));
        text.append(found.subject() == null ? "" : " " + found.subject());
        text.append(found.author() == null ? "" : " (" + found.author() + ")");
        if (found.error() != null) {
            text.append("\nerror: ").append(found.error());
        }
        if (found.restored() != null) {
            text.append(
                    found.restored() ? "\nThe release before serves again." : "\nThe release before does not serve.");
        }
        TextTable steps = new TextTable("step", "status", "took");
        deployments
                .steps(call.caller(), found.id())
                .forEach(each -> steps.add(
                        AppTools.word(each.name()),
                        each.status().wireName(),
                        Shown.took(each.startedAt(), each.finishedAt())));
        String log =
                deployments.logEnd(call.caller(), found.id(), MOST_LOG_BYTES).text();
        return text.append('\n')
                .append(steps)
                .append(log.isBlank() ? "" : "\nend of the log:\n" + log)
                .toString();
    }

    private Preview deployPreview(ToolCall call) {
        App app = AppTools.find(apps, call);
        String source = sources.find(call.caller(), app.id())
                .map(each -> each.name() + ", "
                        + (each.settings().branch() == null
                                ? "its default branch"
                                : "branch " + each.settings().branch()))
                .orElse("the image that the app names");
        String ref = call.input().findText("ref").orElse(null);
        return Preview.of(
                "Deploy " + (ref == null ? "the newest" : ref) + " to " + app.name(), app.id(), "From " + source + ".");
    }

    private String deploy(ToolCall call) {
        App app = AppTools.find(apps, call);
        Deployment queued = deployments.deploy(
                call.caller(), app.id(), call.input().findText("ref").orElse(null));
        return "Deployment " + queued.id() + " is " + queued.status().wireName() + ".";
    }

    private Preview rollbackPreview(ToolCall call) {
        Deployment back = deployments.get(call.caller(), call.text("deployment"));
        if (back.status() != DeploymentStatus.SUCCEEDED
                || !deployments.get(call.caller(), back.releaseId()).released()) {
            throw AppException.invalid("deployment", "This deployment has no release that could serve again.");
        }
        String app = names(call.caller()).getOrDefault(back.appId(), back.appId());
        return Preview.of(
                "Roll " + app + " back to " + commit(back),
                back.id(),
                "Deployed at " + Shown.time(back.createdAt())
                        + (back.subject() == null ? "." : ": " + back.subject() + "."));
    }

    private String rollback(ToolCall call) {
        Deployment queued = deployments.rollback(call.caller(), call.text("deployment"));
        return "Deployment " + queued.id() + " is " + queued.status().wireName() + ".";
    }

    private Preview cancelPreview(ToolCall call) {
        Deployment found = find(call);
        if (found.status().isFinal()) {
            throw AppException.invalid(
                    "deployment", "This deployment is over: " + found.status().wireName() + ".");
        }
        String app = names(call.caller()).getOrDefault(found.appId(), found.appId());
        return Preview.of("Cancel the deployment of " + app, found.id());
    }

    private String cancel(ToolCall call) {
        Deployment ended = deployments.cancel(call.caller(), find(call).id());
        return "Deployment " + ended.id() + " is " + ended.status().wireName() + ".";
    }
}
