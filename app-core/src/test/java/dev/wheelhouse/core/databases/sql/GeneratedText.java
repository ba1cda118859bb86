package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A text of one to three statements.
 *
 * @param seed makes the same text again
 */
record GeneratedText(long seed, Engine engine, String text) {

    /** Printed by the tests; {@code -Dwheelhouse.differential.seed=N} begins elsewhere. */
    static final long FIRST = Long.getLong("wheelhouse.differential.seed", 130_000);

    /** How many texts a test tries; {@code -Dwheelhouse.differential=10000000} for a long run. */
    static final int COUNT = Integer.getInteger("wheelhouse.differential", 12_000);

    static GeneratedText of(long seed, Engine engine) {
        // The first numbers of neighbouring seeds are alike.
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        SqlGrammar grammar = new SqlGrammar(engine, random);
        Respelling respelling = new Respelling(engine, random);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4) / 2; i >= 0; i--) {
            respelling.gap(text);
            text.append(respelling.spell(grammar.statement()));
            if (i > 0 || random.nextInt(4) == 0) {
                text.append(random.nextBoolean() ? ";" : " ;");
            }
        }
        String whole = text.toString();
        return new GeneratedText(seed, engine, random.nextInt(3) == 0 ? respelling.spoiled(whole) : whole);
    }

    static List<GeneratedText> some(long from, int count, Engine engine) {
        return IntStream.range(0, count).mapToObj(i -> of(from + i, engine)).toList();
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + text;
    }
}
