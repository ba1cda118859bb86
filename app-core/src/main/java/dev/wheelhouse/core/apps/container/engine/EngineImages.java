package dev.wheelhouse.core.apps.container.engine;

import static dev.wheelhouse.core.apps.container.engine.Engine.encoded;
import static dev.wheelhouse.core.apps.container.engine.Engine.encodedImage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/** The images of an engine. Thread-safe; throws as {@link Engine}. Source: Docker Engine API 1.41, Image. */
public final class EngineImages {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_UPLOAD = Duration.ofHours(2);

    private final EngineHttp http;
    private final String socket;
    private final String prefix;

    EngineImages(EngineHttp http, String socket, String prefix) {
        this.http = http;
        this.socket = socket;
        this.prefix = prefix;
    }

    /**
     * Builds an image and waits for it; an interrupt closes the connection, which ends the build. Nothing but the context gets
     * into it: there are no build arguments.
     *
     * @param name with its tag
     * @param dockerfile its path within the context
     * @param context writes it as a tar; what it throws ends the build
     * @param limit of the build itself
     * @param output receives what the build writes
     * @throws AppException {@code state_invalid} or {@code storage_full} with the engine's last words
     */
    public void build(String name, String dockerfile, CommandInput context, Duration limit, CommandOutput output) {
        String target = prefix + "/build?t=" + encoded(name) + "&dockerfile=" + encoded(dockerfile) + "&rm=1&forcerm=1";
        String trouble;
        try (EngineStream steps = http.upload(EngineCall.post(target, null).within(LONGEST_UPLOAD), context)) {
            Future<?> end = http.endAfter(limit, steps);
            steps.endsBy(end);
            trouble = built(steps, end, limit, output);
        } catch (AppException e) {
            trouble = switch (e.kind()) {
                case NOT_FOUND, CONFLICT -> String.valueOf(e.getMessage());
                case INVALID, UNAUTHENTICATED, FORBIDDEN, LIMIT, UNAVAILABLE, CANCELLED, INTERNAL -> throw e;
            };
        }
        if (!trouble.isEmpty()) {
            throw EngineFailures.refused("The image could not be built: ", trouble);
        }
    }

    private String built(EngineStream steps, Future<?> end, Duration limit, CommandOutput output) {
        try {
            return Engine.awaitEnd(steps, step -> write(step, output));
        } catch (IOException e) {
            if (end.isDone()) {
                return "it did not end within " + limit.toSeconds() + " s and was stopped";
            }
            throw EngineFailures.interrupted(socket, e);
        }
    }

    /** Docker tells of the pull of a base image in objects of their own. */
    private static void write(JsonNode step, CommandOutput output) throws IOException {
        String text = step.path("stream").asText("");
        if (text.isEmpty()
                && step.hasNonNull("status")
                && !step.path("progressDetail").has("current")) {
            text = step.path("id").asText("") + " " + step.path("status").asText() + "\n";
        }
        if (!text.isEmpty()) {
            output.stdout(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Gives an image another name. */
    public void tag(String image, String repository, String tag) {
        http.ask(EngineCall.post(
                prefix + "/images/" + encodedImage(image) + "/tag?repo=" + encoded(repository) + "&tag=" + encoded(tag),
                null));
    }

    /** What an image is known by in its registry, 64 hex digits; of one that comes from none, its own id. */
    public String digest(String image) {
        JsonNode found = Engine.json(http, socket, EngineCall.get(prefix + "/images/" + encodedImage(image) + "/json"));
        String digest = found.path("Id").asText();
        for (JsonNode each : found.path("RepoDigests")) {
            String name = each.asText();
            // Docker leaves its own registry out.
            if (image.contains(name.substring(0, Math.max(0, name.indexOf('@'))))) {
                digest = name;
            }
        }
        return digest.substring(digest.lastIndexOf(':') + 1);
    }

    /** The tags of all images of that name. */
    public List<String> tags(String repository) {
        String filters = encoded(Json.write(Map.of("reference", List.of(repository))));
        List<String> tags = new ArrayList<>();
        for (JsonNode image : Engine.json(http, socket, EngineCall.get(prefix + "/images/json?filters=" + filters))) {
            for (JsonNode each : image.path("RepoTags")) {
                String name = each.asText();
                if (name.startsWith(repository + ":")) {
                    tags.add(name.substring(repository.length() + 1));
                }
            }
        }
        return tags;
    }

    /** Takes a name away from an image, and the image with its last one; false when a container uses it. */
    public boolean remove(String image) {
        try {
            http.ask(
                    EngineCall.delete(prefix + "/images/" + encodedImage(image)).within(LIMIT));
            return true;
        } catch (AppException e) {
            if (e.kind() == ErrorKind.CONFLICT) {
                return false;
            }
            if (e.kind() == ErrorKind.NOT_FOUND) {
                return true;
            }
            throw e;
        }
    }
}
