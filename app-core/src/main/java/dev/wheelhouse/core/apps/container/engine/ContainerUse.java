package dev.wheelhouse.core.apps.container.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a container takes (Docker Engine API, ContainerStats). Seen with Podman 4.3 to 6.1, the last without a memory controller.
 *
 * @param cpuNanos since its start
 * @param memoryBytes usage less the inactive file cache, as {@code docker stats} has it: {@code inactive_file} with
 *     cgroups 2 and {@code total_inactive_file} with cgroups 1 (docker/cli, stats_helpers.go)
 * @param memoryLimitBytes its own limit or the server's memory; 0 when not known
 * @param readAt by the server's clock; null when unknown
 */
public record ContainerUse(
        long cpuNanos,
        long memoryBytes,
        long memoryLimitBytes,
        @Nullable Instant readAt) {

    static ContainerUse from(JsonNode json) {
        JsonNode memory = json.path("memory_stats");
        JsonNode details = memory.path("stats");
        long usage = memory.path("usage").asLong();
        long inactive = details.has("total_inactive_file")
                ? details.path("total_inactive_file").asLong()
                : details.path("inactive_file").asLong();
        return new ContainerUse(
                json.path("cpu_stats").path("cpu_usage").path("total_usage").asLong(),
                inactive < usage ? usage - inactive : usage,
                memory.path("limit").asLong(),
                InspectedContainer.time(json.path("read").asText()));
    }
}
