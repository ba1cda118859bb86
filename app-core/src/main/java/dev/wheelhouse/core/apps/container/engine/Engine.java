package dev.wheelhouse.core.apps.container.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A container engine of a server. Thread-safe. Methods throw what {@link Host#connect} throws, {@code upstream_failed} and
 * {@code upstream_timeout} when the engine does not answer, {@code not_found} for a container that it does not have, and
 * {@code state_invalid} or {@code conflict} with its own words for what it refuses.
 */
public final class Engine {

    private static final System.Logger LOG = System.getLogger(Engine.class.getName());

    /** The newest that this was written against; an older engine is asked in its own. */
    private static final int NEWEST_MINOR = 47;

    /** Of Docker 20.10 and Podman 4; Podman 3 answers with 1.40. */
    private static final int OLDEST_MINOR = 41;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PING_LIMIT = Duration.ofSeconds(5);
    private static final Duration PULL_LIMIT = Duration.ofMinutes(15);
    private static final Duration WATCH_PERIOD = Duration.ofSeconds(2);
    private static final int NOT_MODIFIED = 304;

    private final EngineHttp http;
    private final String socket;
    private final String prefix;
    private final boolean isPodman;
    private final Duration watchPeriod;
    private final Workers workers;

    private Engine(
            EngineHttp http, String socket, String prefix, boolean isPodman, Duration watchPeriod, Workers workers) {
        this.http = http;
        this.socket = socket;
        this.prefix = prefix;
        this.isPodman = isPodman;
        this.watchPeriod = watchPeriod;
        this.workers = workers;
    }

    /**
     * Asks what listens at a socket for its version.
     *
     * @throws AppException {@code upstream_failed} also when it is no engine or too old a one
     */
    public static Engine open(Host host, String socket, Workers workers) {
        return open(host, socket, WATCH_PERIOD, workers);
    }

    /** @param watchPeriod see {@link RunWatch} */
    static Engine open(Host host, String socket, Duration watchPeriod, Workers workers) {
        EngineHttp http = new EngineHttp(host, socket, workers);
        try {
            Map<String, String> said =
                    http.ask(EngineCall.get("/_ping").within(PING_LIMIT)).head().headers();
            String version = said.getOrDefault("api-version", "");
            String[] numbers = version.split("\\.", 3);
            int minor = Integer.parseInt(numbers[1]);
            String podman = said.get("libpod-api-version");
            if (!numbers[0].equals("1")) {
                throw new IllegalArgumentException(version);
            }
            if (minor < OLDEST_MINOR) {
                throw EngineFailures.tooOld(socket, version, podman);
            }
            String prefix = "/v1." + Math.min(minor, NEWEST_MINOR);
            boolean isPodman = podman != null;
            return new Engine(http, socket, prefix, isPodman, watchPeriod, workers);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw EngineFailures.strange(socket, e);
        }
    }

    /** The path of its socket on the server. */
    public String socket() {
        return socket;
    }

    /** Whether it is Podman, which answers as Docker does but for {@link #logs}. */
    public boolean isPodman() {
        return isPodman;
    }

    /** Every container, running or not. */
    public List<ListedContainer> list() {
        List<ListedContainer> all = new ArrayList<>();
        json(EngineCall.get(prefix + "/containers/json?all=1")).forEach(each -> all.add(ListedContainer.from(each)));
        return all;
    }

    public InspectedContainer inspect(String container) {
        return InspectedContainer.from(json(EngineCall.get(path(container) + "/json")));
    }

    /** As {@link #inspect}; empty when it has no such container. */
    public Optional<InspectedContainer> find(String container) {
        return unlessAbsent(() -> inspect(container));
    }

    private static <T> Optional<T> unlessAbsent(Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** What it takes right now. */
    public ContainerUse use(String container) {
        return ContainerUse.from(json(EngineCall.get(path(container) + "/stats?stream=false&one-shot=true")));
    }

    /**
     * Makes a container.
     *
     * @param body as the Engine API's ContainerCreate takes it
     * @return its id
     * @throws AppException {@code not_found} when its image is missing, {@code conflict} when its name is taken
     */
    public String create(String name, String body) {
        return json(EngineCall.post(prefix + "/containers/create?name=" + encoded(name), body))
                .path("Id")
                .asText();
    }

    /** Nothing happens when it runs. */
    public void start(String container) {
        http.ask(EngineCall.post(path(container) + "/start", null).within(Duration.ofMinutes(1)));
    }

    /**
     * Asks it to end, and kills it later.
     *
     * @return whether it ran
     */
    public boolean stop(String container, Duration patience) {
        return http.ask(EngineCall.post(path(container) + "/stop?t=" + patience.toSeconds(), null)
                                .within(patience.plusSeconds(30)))
                        .status()
                != NOT_MODIFIED;
    }

    /** Takes it away with what it wrote and the volumes that nobody named; kills it when it runs. */
    public void remove(String container) {
        http.ask(EngineCall.delete(path(container) + "?force=1&v=1").within(Duration.ofMinutes(1)));
    }

    /** Gives a container another name. */
    public void rename(String container, String name) {
        http.ask(EngineCall.post(path(container) + "/rename?name=" + encoded(name), null));
    }

    /**
     * Runs a command in a container that runs, with the container's environment.
     *
     * @param limit after which its output is read no further and it has failed
     * @param output receives what it writes
     * @return its exit code; empty when it had not ended by then
     */
    public Optional<Integer> run(String container, List<String> command, Duration limit, CommandOutput output) {
        String body = Json.write(Map.of("Cmd", command, "AttachStdout", true, "AttachStderr", true));
        String id = json(EngineCall.post(path(container) + "/exec", body))
                .path("Id")
                .asText();
        EngineCall start =
                EngineCall.post(prefix + "/exec/" + encoded(id) + "/start", "{\"Detach\":false,\"Tty\":false}");
        boolean whole;
        try (EngineStream stream = http.stream(start)) {
            whole = read(stream, limit, output, null);
        }
        JsonNode end = json(EngineCall.get(prefix + "/exec/" + encoded(id) + "/json"));
        return whole && !end.path("Running").asBoolean()
                ? Optional.of(end.path("ExitCode").asInt(-1))
                : Optional.empty();
    }

    /** Waits until a container has ended, and passes on what it writes; false where it had not by then. */
    public boolean follow(String container, Duration limit, CommandOutput output) {
        InspectedContainer run = inspect(container);
        EngineCall call = EngineCall.get(path(container) + "/logs?stdout=1&stderr=1&follow=1");
        try (EngineStream stream = http.stream(call);
                RunWatch watch = watch(run, stream)) {
            return read(stream, limit, output, watch);
        }
    }

    /** Ends a stream of a container's log with the run that it is of. */
    public RunWatch watch(InspectedContainer run, EngineStream stream) {
        return new RunWatch(this, run, stream, watchPeriod, workers);
    }

    /**
     * Waits until a container runs no more; its output may have ended before.
     *
     * @return its exit code
     */
    public int awaitExit(String container, Duration limit) {
        return json(EngineCall.post(path(container) + "/wait", null).within(limit))
                .path("StatusCode")
                .asInt(-1);
    }

    /** Passes on what a stream has; false where that had not ended within the limit. */
    private boolean read(EngineStream stream, Duration limit, CommandOutput output, @Nullable RunWatch watch) {
        Future<?> end = http.endAfter(limit, stream);
        stream.endsBy(end);
        try {
            LogFrames frames = new LogFrames(stream.body());
            for (var frame = frames.next(); frame.isPresent(); frame = frames.next()) {
                if (watch != null) {
                    watch.hear();
                }
                LogFrames.Frame each = frame.get();
                if (each.payload().length == 0) {
                    continue;
                }
                if (each.stream() == LogStream.STDERR) {
                    output.stderr(each.payload());
                } else {
                    output.stdout(each.payload());
                }
            }
            return isOver(watch) || !end.isDone();
        } catch (IOException e) {
            if (isOver(watch) || end.isDone()) {
                return isOver(watch);
            }
            throw EngineFailures.interrupted(socket, e);
        }
    }

    private static boolean isOver(@Nullable RunWatch watch) {
        return watch != null && watch.hasEnded();
    }

    /** Its images. */
    public EngineImages images() {
        return new EngineImages(http, socket, prefix);
    }

    public boolean hasImage(String image) {
        return unlessAbsent(() -> http.ask(EngineCall.get(prefix + "/images/" + encodedImage(image) + "/json")))
                .isPresent();
    }

    /**
     * Fetches an image from its registry and waits for it; an interrupt ends it.
     *
     * @param progress receives every step
     * @throws AppException {@code state_invalid} with the engine's words when it cannot be had
     */
    public void pull(String image, JobProgress progress) {
        String target = prefix + "/images/create?fromImage=" + encoded(tagged(image));
        LOG.log(System.Logger.Level.INFO, "Pulling the image {0} through {1}", image, socket);
        String trouble;
        try (EngineStream steps = http.stream(EngineCall.post(target, null).within(PULL_LIMIT))) {
            steps.endsBy(http.endAfter(PULL_LIMIT, steps));
            trouble = awaitEnd(steps, new PullSteps(image, progress)::take);
        } catch (IOException e) {
            throw EngineFailures.interrupted(socket, e);
        } catch (AppException e) {
            trouble = switch (e.kind()) {
                case NOT_FOUND, CONFLICT -> String.valueOf(e.getMessage());
                case INVALID, UNAUTHENTICATED, FORBIDDEN, LIMIT, UNAVAILABLE, CANCELLED, INTERNAL -> throw e;
            };
        }
        if (!trouble.isEmpty()) {
            throw EngineFailures.refused("The image " + image + " could not be pulled: ", trouble);
        }
    }

    /** What an engine tells of one step of long work. */
    interface Step {
        void take(JsonNode step) throws IOException;
    }

    /**
     * Reads a line of JSON for each step; a failure is one of them, below a status of success.
     *
     * @return the engine's words of a failure; empty for none
     */
    static String awaitEnd(EngineStream stream, Step steps) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode step = JSON.readTree(line);
            String error = step.path("error").asText("");
            if (!error.isEmpty()) {
                return error;
            }
            steps.take(step);
        }
        return "";
    }

    /** Without a tag the engine would fetch every one that there is. */
    private static String tagged(String image) {
        boolean named = image.indexOf('@') >= 0 || image.indexOf(':', image.lastIndexOf('/') + 1) >= 0;
        return named ? image : image + ":latest";
    }

    /**
     * A container's log, each line with its time, in {@link LogFrames} unless it has a terminal. Podman (4.3.1) mixes up the
     * newest lines when it is asked for a number of them: it puts a line that it keeps in pieces behind the line before, the
     * pieces backwards.
     *
     * @param query the further words of the query, each with its {@code &} in front
     */
    public EngineStream logs(String container, String query) {
        return http.stream(EngineCall.get(path(container) + "/logs?stdout=1&stderr=1&timestamps=1" + query));
    }

    /** As {@link #logs(String, String)}, for at most so long: then the stream breaks off. */
    public EngineStream logs(String container, String query, Duration limit) {
        EngineStream stream = logs(container, query);
        stream.endsBy(http.endAfter(limit, stream));
        return stream;
    }

    private JsonNode json(EngineCall call) {
        return json(http, socket, call);
    }

    static JsonNode json(EngineHttp http, String socket, EngineCall call) {
        String body = http.ask(call).body();
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw EngineFailures.strange(socket, new IllegalArgumentException(e));
        }
    }

    private String path(String container) {
        return prefix + "/containers/" + encoded(container);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Its slashes are part of the path. */
    static String encodedImage(String image) {
        return encoded(image).replace("%2F", "/");
    }
}
