package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement of the corpus and what is expected of its verdict; {@code ⏎} stands for a line break. */
record CorpusEntry(Engine engine, StatementLevel level, String flags, String rule, String statement) {

    private static final Pattern LINE = Pattern.compile("([A-Z]+)([!@1%]*) (\\S+) \\| (.*)");

    static List<CorpusEntry> all(Engine engine) {
        String file = engine.wireName() + ".corpus";
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(CorpusEntry.class.getResourceAsStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> parse(engine, line))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CorpusEntry parse(Engine engine, String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Not a line of the corpus: " + line);
        }
        return new CorpusEntry(
                engine,
                StatementLevel.valueOf(matcher.group(1)),
                matcher.group(2),
                matcher.group(3),
                matcher.group(4).replace('⏎', '\n'));
    }

    boolean expects(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    @Override
    public String toString() {
        return statement;
    }
}
