package dev.wheelhouse.core.deployments;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What shows that a release works: an address or a command, asked on the server of the app.
 *
 * @param url http(s), as the server reaches it; a status of 200 to 299 is good. Null with a command
 * @param command good when it ends with 0. Null with an address
 * @param expect what the answer or the output has to contain; null for anything
 * @param withinSeconds how long it may take until it is good, 1..3600
 * @param successes how many times in a row it has to be, 1..10
 */
public record HealthCheck(
        @Nullable String url,
        @Nullable List<String> command,
        @Nullable String expect,
        int withinSeconds,
        int successes) {

    public static final int STANDARD_SECONDS = 60;

    public HealthCheck {
        command = command == null ? null : List.copyOf(command);
    }
}
