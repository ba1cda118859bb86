package dev.wheelhouse.core.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps measurements as JSON, one file a benchmark, and prints them as one table. */
public final class Report {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path directory;

    public Report(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    public void keep(String benchmark, List<Measurement> measurements) throws IOException {
        JSON.writeValue(directory.resolve(benchmark + ".json").toFile(), measurements);
    }

    /** Everything kept in the directories, in the order of their files' names. */
    public static List<Measurement> read(List<Path> directories) throws IOException {
        List<Measurement> all = new ArrayList<>();
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                continue;
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    all.addAll(JSON.readValue(file.toFile(), new TypeReference<List<Measurement>>() {}));
                }
            }
        }
        return all;
    }

    public static String table(List<Measurement> measurements) {
        StringBuilder table = new StringBuilder(String.format(
                "%n%-50s %14s %14s %7s  %-16s %-7s %s%n", "what", "measured", "peer/floor", "ratio", "bar", "", ""));
        for (Measurement each : measurements) {
            table.append(String.format(
                    Locale.ROOT,
                    "%-50s %14s %14s %7s  %-16s %-7s %s%n",
                    each.what(),
                    Double.isNaN(each.value()) ? "-" : number(each.value()) + " " + each.unit(),
                    each.floor() == null ? "" : number(each.floor()) + " " + each.unit(),
                    each.ratio() == null ? "" : String.format(Locale.ROOT, "%.2f", each.ratio()),
                    each.bar(),
                    verdict(each.met()),
                    each.note()));
        }
        return table.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }

    private static String verdict(@Nullable Boolean met) {
        if (met == null) {
            return "";
        }
        return met ? "met" : "MISSED";
    }
}
