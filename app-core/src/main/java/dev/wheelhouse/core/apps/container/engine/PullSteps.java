package dev.wheelhouse.core.apps.container.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.core.platform.job.JobProgress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an engine reports of a pull, one object a step, added up over the layers of the image. Layers whose size it never
 * reports, as Podman does, count as one unit each. Source: Docker Engine API, ImageCreate.
 */
final class PullSteps {

    private final String image;
    private final JobProgress progress;
    private final Map<String, Layer> layers = new LinkedHashMap<>();

    /** @param total bytes; 0 while unknown */
    private record Layer(String status, long done, long total, boolean isThere) {}

    PullSteps(String image, JobProgress progress) {
        this.image = image;
        this.progress = progress;
    }

    void take(JsonNode step) {
        String status = step.path("status").asText("").strip();
        String id = step.path("id").asText("");
        if (status.isEmpty()) {
            return;
        }
        // A step about the whole image names its tag, which is no layer.
        if (id.isEmpty() || status.startsWith("Pulling from") || status.startsWith("Trying to pull")) {
            progress.log(status);
            report(status);
            return;
        }
        Layer before = layers.get(id);
        if (before == null || !before.status().equals(status)) {
            progress.log(id + ": " + status);
        }
        layers.put(id, layer(before, status, step.path("progressDetail")));
        report(status);
    }

    private static Layer layer(@Nullable Layer before, String status, JsonNode detail) {
        long total = Math.max(
                before == null ? 0 : before.total(), detail.path("total").asLong(0));
        boolean isThere = (before != null && before.isThere())
                || switch (status) {
                    case "Download complete", "Pull complete", "Already exists", "Extracting", "Verifying Checksum" ->
                        true;
                    default -> false;
                };
        long done =
                status.equals("Downloading") ? detail.path("current").asLong(0) : before == null ? 0 : before.done();
        return new Layer(status, isThere ? total : Math.min(done, Math.max(total, done)), total, isThere);
    }

    private void report(String status) {
        long there = layers.values().stream().filter(Layer::isThere).count();
        String words = image + ": " + (layers.isEmpty() ? status : there + " of " + layers.size() + " layers");
        boolean hasSizes =
                !layers.isEmpty() && layers.values().stream().allMatch(each -> each.total() > 0 || each.isThere());
        long bytes = layers.values().stream().mapToLong(Layer::total).sum();
        if (hasSizes && bytes > 0) {
            progress.report(layers.values().stream().mapToLong(Layer::done).sum(), bytes, words);
        } else if (layers.isEmpty()) {
            progress.report(0, null, words);
        } else {
            progress.report(there, (long) layers.size(), words);
        }
    }
}
