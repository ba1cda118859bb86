package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.util.List;

/** One benchmark. */
@FunctionalInterface
interface Bench {

    List<Measurement> run(Stage stage) throws Exception;
}
