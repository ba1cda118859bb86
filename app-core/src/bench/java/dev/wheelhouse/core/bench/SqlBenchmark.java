package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.databases.sql.Tokeniser;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Splitting, classifying and tokenising, for JMH. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class SqlBenchmark {

    static final int SCRIPT_CHARACTERS = 1_000_000;

    private final List<String> statements = StatementCorpus.STATEMENTS;
    private final String script = script();

    private static String script() {
        String once = String.join(";\n", StatementCorpus.STATEMENTS) + ";\n";
        return once.repeat(SCRIPT_CHARACTERS / once.length() + 1).substring(0, SCRIPT_CHARACTERS);
    }

    /** The whole corpus, each statement as it arrives: as text. */
    @Benchmark
    public void classifyCorpus(Blackhole sink) {
        for (String text : statements) {
            for (SqlStatement each : StatementSplitter.split(text, Engine.POSTGRESQL)) {
                sink.consume(StatementClassifier.classify(each, Engine.POSTGRESQL));
            }
        }
    }

    /** A script of a million characters. */
    @Benchmark
    public Object tokeniseScript() {
        return Tokeniser.tokenise(script, Engine.POSTGRESQL);
    }
}
