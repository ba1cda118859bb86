package dev.wheelhouse.ui.deployments.source;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.BuildPlan;
import dev.wheelhouse.core.deployments.HealthCheck;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The API calls behind what is done with sources. */
public final class SourceCalls {

    private SourceCalls() {}

    /** The source of an app. */
    public static CurlCommand get(String appId) {
        return CurlCommand.get(one(appId));
    }

    static CurlCommand put(String appId, SourceDraft draft) {
        return CurlCommand.put(one(appId), body(draft));
    }

    static CurlCommand delete(String appId) {
        return CurlCommand.delete(one(appId));
    }

    static CurlCommand create(AppDraft app, SourceDraft source) {
        return AppCalls.create(app, body(source));
    }

    /** How a repository is built and run. */
    public static CurlCommand suggest(SourceDraft draft, @Nullable RuntimeKind wanted) {
        return CurlCommand.post("/source-suggestions", repository(draft).with("runtime", wanted));
    }

    private static CallBody repository(SourceDraft draft) {
        return new CallBody()
                .with("connectionId", draft.connectionId())
                .with("owner", draft.owner())
                .with("name", draft.name())
                .with("cloneUrl", draft.cloneUrl())
                .with("branch", draft.branch())
                .with("directory", draft.directory());
    }

    private static CallBody body(SourceDraft draft) {
        BuildPlan build = draft.build();
        HealthCheck health = draft.healthCheck();
        return repository(draft)
                .with("watchPaths", unlessEmpty(draft.watchPaths()))
                .with("autoDeploy", draft.autoDeploy())
                .with(
                        "build",
                        build == null
                                ? null
                                : new CallBody()
                                        .with("command", build.command())
                                        .with("dockerfile", build.dockerfile())
                                        .with("context", build.context()))
                .with("preDeploy", unlessEmpty(draft.preDeploy()))
                .with("postDeploy", unlessEmpty(draft.postDeploy()))
                .with(
                        "healthCheck",
                        health == null
                                ? null
                                : new CallBody()
                                        .with("url", health.url())
                                        .with("command", health.command())
                                        .with("expect", health.expect())
                                        .with("withinSeconds", health.withinSeconds())
                                        .with("successes", health.successes()))
                .with("keepReleases", draft.keepReleases())
                .with("sharedPaths", unlessEmpty(draft.sharedPaths()))
                .with("deployDirectory", draft.deployDirectory())
                .with("switchCommand", unlessEmpty(draft.switchCommand()))
                .with("pollSeconds", draft.pollSeconds());
    }

    private static @Nullable List<String> unlessEmpty(@Nullable List<String> list) {
        return list == null || list.isEmpty() ? null : list;
    }

    private static String one(String appId) {
        return "/apps/" + CurlCommand.segment(appId) + "/source";
    }
}
