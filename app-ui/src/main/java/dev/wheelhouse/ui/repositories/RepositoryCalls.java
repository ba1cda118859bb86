package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;

/** The API calls behind the actions on connections. */
public final class RepositoryCalls {

    /** Variable of the shell for an access token. */
    public static final String TOKEN_VARIABLE = "VCS_TOKEN";

    private static final String ALL = "/vcs-connections";

    private RepositoryCalls() {}

    static CurlCommand list() {
        return CurlCommand.get(ALL);
    }

    static CurlCommand get(String id) {
        return CurlCommand.get(one(id));
    }

    static CurlCommand repositories(String id) {
        return CurlCommand.get(one(id) + "/repos");
    }

    static CurlCommand test(String id) {
        return CurlCommand.post(one(id) + "/test");
    }

    static CurlCommand test(VcsConnectionDraft draft) {
        return CurlCommand.post(ALL + "/test", body(draft).with("kind", draft.kind()));
    }

    static CurlCommand create(VcsConnectionDraft draft) {
        return CurlCommand.post(ALL, body(draft).with("kind", draft.kind()));
    }

    static CurlCommand update(String id, VcsConnectionDraft draft) {
        return CurlCommand.patch(one(id), body(draft));
    }

    static CurlCommand delete(String id) {
        return CurlCommand.delete(one(id));
    }

    private static CallBody body(VcsConnectionDraft draft) {
        return new CallBody()
                .with("name", draft.name())
                .with("baseUrl", draft.baseUrl())
                .with("token", draft.token() == null ? null : CurlCommand.variable(TOKEN_VARIABLE));
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
