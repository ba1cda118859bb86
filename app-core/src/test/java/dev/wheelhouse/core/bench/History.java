package dev.wheelhouse.core.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file of all runs, a line of JSON for each result. It is only ever appended to, and whole lines go out in one write, so
 * two runs may share it. On Linux such a write is never mixed with another's; a file system over the network may
 * lose a line. Safe for use by several threads.
 */
public final class History {

    private static final ObjectMapper JSON = JsonMapper.builder()
            // A later version may say more, but two lines that ran together are none.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final Path file;

    public History(Path file) {
        this.file = file;
    }

    /**
     * The one that the property {@code bench.history} names, or else {@code wheelhouse-bench/history.jsonl} among what the
     * user's programs keep of their state. There {@code mvn clean} leaves it, and all clones on the machine share it; in the
     * repository it would mark each run's tree as changed, and conflict in each merge.
     *
     * @throws IllegalArgumentException when the named path is relative: each module would have a history of its own
     */
    public static History ofUser() {
        String named = System.getProperty("bench.history", "");
        if (!named.isEmpty()) {
            if (!Path.of(named).isAbsolute()) {
                throw new IllegalArgumentException("bench.history has to be an absolute path: " + named);
            }
            return new History(Path.of(named));
        }
        Path state = Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .filter(home -> !home.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".local", "state"));
        return new History(state.resolve("wheelhouse-bench/history.jsonl"));
    }

    public Path file() {
        return file;
    }

    /**
     * What a history holds.
     *
     * @param unreadable the numbers of lines, from 1 on, that are no results, such as what a killed run left of one
     */
    public record Contents(List<Result> results, List<Integer> unreadable) {}

    /** All of it; of a file that is not there, nothing. */
    public Contents read() throws IOException {
        List<Result> results = new ArrayList<>();
        List<Integer> unreadable = new ArrayList<>();
        if (Files.exists(file)) {
            String[] lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1);
            for (int i = 0; i < lines.length; i++) {
                if (!lines[i].isBlank()) {
                    parse(lines[i]).ifPresentOrElse(results::add, unreadable(unreadable, i + 1));
                }
            }
        }
        return new Contents(results, unreadable);
    }

    private static Runnable unreadable(List<Integer> lines, int number) {
        return () -> lines.add(number);
    }

    private static Optional<Result> parse(String line) {
        try {
            return Optional.ofNullable(JSON.readValue(line, Result.class));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    /** Adds lines at the end; what a killed run left there stays a line of its own. */
    public void append(List<Result> results) throws IOException {
        StringBuilder lines = new StringBuilder(endsInLine() ? "" : "\n");
        for (Result each : results) {
            lines.append(JSON.writeValueAsString(each)).append('\n');
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
    }

    private boolean endsInLine() throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return true;
        }
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            in.read(last, in.size() - 1);
            return last.get(0) == '\n';
        }
    }
}
