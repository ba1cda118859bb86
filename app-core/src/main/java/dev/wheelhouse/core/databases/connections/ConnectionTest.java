package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.platform.check.CheckState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a database answered.
 *
 * @param state {@code ADVICE} where a lesser login is advised
 * @param serverVersion such as {@code PostgreSQL 16.4}; null when it did not answer
 * @param error why it did not, without any secret; null when it did
 * @param rights what the login may do beyond the data of its database; null when it did not answer or has no logins
 * @param lesserLogin SQL that makes a login without those rights, no password in it; null where there are none
 */
public record ConnectionTest(
        boolean ok,
        CheckState state,
        @Nullable String serverVersion,
        @Nullable String error,
        @Nullable List<String> rights,
        @Nullable String lesserLogin) {

    public ConnectionTest(
            boolean ok,
            @Nullable String serverVersion,
            @Nullable String error,
            @Nullable List<String> rights,
            @Nullable String lesserLogin) {
        this(ok, CheckState.of(ok, lesserLogin != null), serverVersion, error, rights, lesserLogin);
    }

    static ConnectionTest failed(String error) {
        return new ConnectionTest(false, null, error, null, null);
    }
}
