package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionTest;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.ui.controls.Look;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A connection as it was read last, in words.
 *
 * @param apps that deploy from it, by name
 * @param test what its last test of this window came to; null for none since it was changed
 * @param testedAgo when that was; empty for never
 */
record ConnectionLine(
        VcsConnection connection,
        List<AppOf> apps,
        @Nullable VcsConnectionTest test,
        String testedAgo) {

    /**
     * An app that deploys from a repository.
     *
     * @param repository owner and name, in lower case: providers take them in any
     */
    record AppOf(String id, String name, String repository) {}

    String id() {
        return connection.id();
    }

    String name() {
        return connection.name();
    }

    /** Such as {@code GitHub  ·  https://github.com}. */
    String where() {
        return connection.kind().label() + "  ·  " + connection.baseUrl();
    }

    /** The names of its apps; empty for none. */
    String appNames() {
        return String.join(", ", apps.stream().map(AppOf::name).distinct().toList());
    }

    Look token() {
        if (test == null) {
            return new Look("Not tested", "fth-help-circle", "muted-icon");
        }
        if (!test.ok()) {
            return new Look("Test failed", "fth-x-circle", "danger-icon");
        }
        String user = test.user() == null ? "Works" : test.user();
        return test.missing().isEmpty()
                ? new Look(user, "fth-check-circle", "success-icon")
                : new Look(user, "fth-alert-triangle", "warning-icon");
    }

    /** What the test said beside the user; empty for nothing. */
    String tokenMore() {
        if (test == null) {
            return "";
        }
        if (test.error() != null) {
            return test.error();
        }
        return test.missing().isEmpty() ? "Tested " + testedAgo : "Lacks " + String.join(", ", test.missing());
    }

    boolean matches(String typed) {
        return (name() + " " + where() + " " + appNames())
                .toLowerCase(Locale.ROOT)
                .contains(typed.strip().toLowerCase(Locale.ROOT));
    }

    static String icon(VcsKind kind) {
        return switch (kind) {
            case GITHUB -> "fth-github";
            case GITLAB -> "fth-gitlab";
            case GITEA -> "fth-git-branch";
        };
    }

    /** What a test came to, in one or two sentences. */
    static String words(VcsConnectionTest test) {
        if (test.error() != null) {
            return test.error();
        }
        String who = test.user() == null ? "The token works" : "The token is of " + test.user();
        String may = test.rights().isEmpty() ? "." : "; its rights: " + String.join(", ", test.rights()) + ".";
        return who
                + may
                + (test.missing().isEmpty()
                        ? ""
                        : " It lacks " + String.join(", ", test.missing())
                                + ": pushes are found by looking at branches instead of by webhooks.");
    }
}
