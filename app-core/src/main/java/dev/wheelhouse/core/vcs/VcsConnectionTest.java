package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.check.CheckState;
import dev.wheelhouse.core.vcs.provider.TokenCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a test of a connection came to.
 *
 * @param ok whether repositories can be read
 * @param state {@code ADVICE} where they can, and something is missing
 * @param error why not, in a sentence; null when they can
 * @param user whose token it is; null when that could not be asked
 * @param rights what the token may do, in the provider's words
 * @param missing what it lacks for reading repositories and for making webhooks
 */
public record VcsConnectionTest(
        boolean ok,
        CheckState state,
        @Nullable String error,
        @Nullable String user,
        List<String> rights,
        List<String> missing) {

    public VcsConnectionTest {
        rights = List.copyOf(rights);
        missing = List.copyOf(missing);
    }

    public VcsConnectionTest(
            boolean ok, @Nullable String error, @Nullable String user, List<String> rights, List<String> missing) {
        this(ok, CheckState.of(ok, !missing.isEmpty()), error, user, rights, missing);
    }

    static VcsConnectionTest of(TokenCheck check) {
        String error = check.reads()
                ? null
                : "The token may not read repositories. Give it " + String.join(", ", check.missing()) + ".";
        return new VcsConnectionTest(check.reads(), error, check.user(), check.rights(), check.missing());
    }

    static VcsConnectionTest failed(String error) {
        return new VcsConnectionTest(false, error, null, List.of(), List.of());
    }
}
