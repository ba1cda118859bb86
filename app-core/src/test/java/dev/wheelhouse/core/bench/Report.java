package dev.wheelhouse.core.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.wheelhouse.core.bench.Comparison.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs benchmarks, compares and keeps what they measured, one JSON file a benchmark, and prints the table of all. */
public final class Report {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path directory;
    private final History history;

    /** @param directory for the files, within the sources */
    public Report(Path directory, History history) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.history = history;
    }

    /** A result beside the runs before it: an entry of a benchmark's JSON file. */
    public record Line(Result result, Comparison comparison) {}

    /**
     * Runs a benchmark, keeps what it measured in its file and in the history, and prints it. One that fails is kept as
     * missed: the others are still worth their numbers.
     *
     * @param name of the file, without {@code .json}
     */
    public void measure(String area, String name, Callable<List<Measurement>> benchmark)
            throws IOException, InterruptedException {
        System.out.println("... " + name);
        Conditions conditions = Conditions.now(directory, Machine.busy());
        List<Measurement> measurements;
        try {
            measurements = benchmark.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            e.printStackTrace();
            measurements = List.of(Measurement.failed(name, name, String.valueOf(e.getMessage())));
        }
        List<Result> results = measurements.stream()
                .map(each -> new Result(area, conditions, each))
                .toList();
        System.out.print(table(keep(name, results)));
    }

    /** Writes the file, and into the history what is a number. */
    List<Line> keep(String name, List<Result> results) throws IOException {
        List<Result> before = history.read().results();
        List<Line> lines = results.stream()
                .map(each -> new Line(each, Comparison.of(each, before)))
                .toList();
        JSON.writeValue(directory.resolve(name + ".json").toFile(), lines);
        history.append(results.stream()
                .filter(each -> Double.isFinite(each.measurement().figure()))
                .toList());
        return lines;
    }

    /**
     * Prints everything kept in the directories, this run's and what benchmarks left out of it measured before, and what it
     * comes to.
     *
     * @return whether every bar is met and nothing is worse
     * @throws IllegalStateException when two benchmarks have one id, so that their histories would mix
     */
    public boolean conclude(List<Path> directories) throws IOException {
        List<Line> all = read(directories);
        System.out.print(table(all));
        System.out.print(summary(all, history.read().unreadable(), history.file()));
        requireOwnIds(all);
        return all.stream()
                .noneMatch(each -> isMissed(each) || each.comparison().outcome() == Outcome.WORSE);
    }

    private static List<Line> read(List<Path> directories) throws IOException {
        List<Line> all = new ArrayList<>();
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                continue;
            }
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    all.addAll(JSON.readValue(file.toFile(), new TypeReference<List<Line>>() {}));
                }
            }
        }
        return all;
    }

    private static void requireOwnIds(List<Line> lines) {
        Map<String, List<String>> ids = lines.stream()
                .map(each -> each.result().measurement())
                .filter(each -> Double.isFinite(each.figure()))
                .collect(Collectors.groupingBy(
                        Measurement::id, Collectors.mapping(Measurement::what, Collectors.toList())));
        ids.forEach((id, whats) -> {
            if (whats.size() > 1) {
                throw new IllegalStateException("Several benchmarks have the id " + id + ": " + whats);
            }
        });
    }

    /** A block for each area, in the order of their names. */
    static String table(List<Line> lines) {
        StringBuilder table = new StringBuilder();
        lines.stream()
                .collect(Collectors.groupingBy(each -> each.result().area(), TreeMap::new, Collectors.toList()))
                .forEach((area, block) -> {
                    table.append(String.format("%n"));
                    table.append(row(area, "measured", "peer/floor", "ratio", "bar", "", "spread", "before", ""));
                    block.forEach(each -> table.append(row(each)));
                });
        return table.toString();
    }

    private static String row(Line line) {
        Measurement each = line.result().measurement();
        return row(
                each.what(),
                Double.isNaN(each.value()) ? "-" : number(each.value()) + " " + each.unit(),
                each.floor() == null ? "" : number(each.floor()) + " " + each.unit(),
                each.ratio() == null ? "" : String.format(Locale.ROOT, "%.2f", each.ratio()),
                each.bar(),
                verdict(each.met()),
                Result.percent(each.spread()),
                switch (line.comparison().outcome()) {
                    case SAME, NO_HISTORY -> line.comparison().text();
                    case WORSE -> "WORSE";
                    case NO_PROOF -> "no proof";
                },
                each.note());
    }

    private static String row(
            String what,
            String measured,
            String peer,
            String ratio,
            String bar,
            String verdict,
            String spread,
            String before,
            String note) {
        return String.format(
                "%-50s %14s %14s %7s  %-16s %-7s %6s  %-12s %s%n",
                what, measured, peer, ratio, bar, verdict, spread, before, note);
    }

    /** How many bars are met, and in whole sentences what is worse, what proves nothing and what cannot be read. */
    static String summary(List<Line> lines, List<Integer> unreadable, Path file) {
        long bars = lines.stream()
                .filter(each -> each.result().measurement().met() != null)
                .count();
        List<Line> missed = lines.stream().filter(Report::isMissed).toList();
        StringBuilder text = new StringBuilder();
        text.append(String.format("%nBars met: %d of %d%n", bars - missed.size(), bars));
        missed.forEach(each -> text.append(
                String.format("  MISSED %s%n", each.result().measurement().what())));
        text.append(named(lines, Outcome.WORSE, "More than 15 %% worse than the runs before: %d%n"));
        text.append(named(lines, Outcome.NO_PROOF, "Prove nothing: %d%n"));
        long without = lines.stream()
                .filter(each -> each.comparison().outcome() == Outcome.NO_HISTORY)
                .count();
        if (without > 0) {
            text.append(String.format("Too few runs before on this machine: %d%n", without));
        }
        text.append(String.format("History: %s%n", file));
        if (!unreadable.isEmpty()) {
            text.append(String.format("  Lines that cannot be read were skipped: %s%n", unreadable));
        }
        return text.toString();
    }

    private static String named(List<Line> lines, Outcome outcome, String heading) {
        List<Line> named = lines.stream()
                .filter(each -> each.comparison().outcome() == outcome)
                .toList();
        return named.isEmpty()
                ? ""
                : named.stream()
                        .map(each -> String.format(
                                "  %s: %s%n",
                                each.result().measurement().what(),
                                each.comparison().text()))
                        .collect(Collectors.joining("", String.format(heading, named.size()), ""));
    }

    static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }

    private static boolean isMissed(Line line) {
        return Boolean.FALSE.equals(line.result().measurement().met());
    }

    private static String verdict(@Nullable Boolean met) {
        if (met == null) {
            return "";
        }
        return met ? "met" : "MISSED";
    }
}
