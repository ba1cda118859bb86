package dev.wheelhouse.core.apps.container.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A container in all that is asked of it (Docker Engine API, ContainerInspect). Seen with Podman 4.3 to 6.1.
 *
 * @param running whether its main process lives; also while it is paused
 * @param status such as {@code running}, {@code paused}, {@code restarting} or {@code exited}
 * @param pid of its main process on the server; null while there is none
 * @param startedAt null when it never ran
 * @param finishedAt of the run before; null when none has ended; not before {@code startedAt} of what does not run
 * @param exitCode of the run before; 0 when none has ended
 * @param error why it could not be started; empty for no reason
 * @param health the word of its health check; empty when it has none
 * @param restarts how often the engine started it again by itself
 * @param tty whether it has one output, a terminal's
 * @param memoryLimitBytes 0 for none
 * @param address in the first network that it has one in, as its server reaches it; empty for none, as on the server's own
 *     network or while it does not run
 */
public record InspectedContainer(
        String id,
        String name,
        String image,
        List<String> command,
        Map<String, String> labels,
        boolean running,
        String status,
        @Nullable Long pid,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        int exitCode,
        boolean outOfMemory,
        String error,
        String health,
        long restarts,
        boolean tty,
        long memoryLimitBytes,
        String address) {

    /** Before any container: engines write the year 1 for "never". */
    private static final Instant NEVER = Instant.EPOCH;

    public InspectedContainer {
        command = List.copyOf(command);
        labels = Map.copyOf(labels);
    }

    /** Whether it did not run and has not run since, so that nothing was written in between. */
    public boolean hasNotRunSince(InspectedContainer later) {
        return !running
                && !later.running
                && id.equals(later.id)
                && status.equals(later.status)
                && Objects.equals(finishedAt, later.finishedAt);
    }

    static InspectedContainer from(JsonNode json) {
        JsonNode state = json.path("State");
        JsonNode config = json.path("Config");
        List<String> command = new ArrayList<>();
        config.path("Cmd").forEach(each -> command.add(each.asText()));
        long pid = state.path("Pid").asLong();
        boolean running = state.path("Running").asBoolean();
        Instant started = time(state.path("StartedAt").asText());
        Instant finished = time(state.path("FinishedAt").asText());
        if (!running && started != null && finished != null && finished.isBefore(started)) {
            // Podman (5.8.6, 6.1.1) notes the start once the runtime is back, when what ends at once is over.
            finished = started;
        }
        return new InspectedContainer(
                json.path("Id").asText(),
                ListedContainer.withoutSlash(json.path("Name").asText()),
                config.path("Image").asText(),
                command,
                ListedContainer.texts(config.path("Labels")),
                running,
                state.path("Status").asText(),
                pid > 0 ? pid : null,
                started,
                finished,
                state.path("ExitCode").asInt(),
                state.path("OOMKilled").asBoolean(),
                state.path("Error").asText(""),
                state.path("Health").path("Status").asText(""),
                json.path("RestartCount").asLong(),
                config.path("Tty").asBoolean(),
                json.path("HostConfig").path("Memory").asLong(),
                address(json.path("NetworkSettings")));
    }

    private static String address(JsonNode settings) {
        String first = settings.path("IPAddress").asText("");
        for (JsonNode each : settings.path("Networks")) {
            first = first.isEmpty() ? each.path("IPAddress").asText("") : first;
        }
        return first;
    }

    static @Nullable Instant time(String text) {
        try {
            Instant time = Instant.parse(text);
            return time.isAfter(NEVER) ? time : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** Differs between any two runs. */
    public String identity() {
        return startedAt == null ? "" : id + "@" + startedAt;
    }
}
