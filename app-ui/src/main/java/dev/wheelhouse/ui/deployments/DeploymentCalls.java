package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import org.jspecify.annotations.Nullable;

/** The API calls behind the actions on deployments. */
public final class DeploymentCalls {

    private static final String ALL = "/deployments";

    private DeploymentCalls() {}

    /** @param appId null for those of all apps */
    static CurlCommand list(@Nullable String appId) {
        return CurlCommand.get(appId == null ? ALL : ofApp(appId));
    }

    static CurlCommand deploy(String appId, @Nullable String ref) {
        return CurlCommand.post(ofApp(appId), new CallBody().with("ref", ref));
    }

    static CurlCommand steps(String id) {
        return CurlCommand.get(one(id) + "/steps");
    }

    static CurlCommand log(String id) {
        return CurlCommand.get(one(id) + "/log");
    }

    static CurlCommand cancel(String id) {
        return CurlCommand.post(one(id) + "/cancel");
    }

    static CurlCommand rollback(String id) {
        return CurlCommand.post(one(id) + "/rollback");
    }

    static CurlCommand source(String appId) {
        return CurlCommand.get("/apps/" + CurlCommand.segment(appId) + "/source");
    }

    private static String ofApp(String appId) {
        return "/apps/" + CurlCommand.segment(appId) + ALL;
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
