package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.bench.Measurement;
import java.nio.file.Path;
import java.util.List;

/** One benchmark of the window. */
@FunctionalInterface
interface Bench {

    /** @param root of the project */
    List<Measurement> run(Path root) throws Exception;
}
