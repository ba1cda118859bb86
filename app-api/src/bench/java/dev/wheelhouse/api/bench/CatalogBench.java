package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The names of ten thousand tables. */
final class CatalogBench {

    private static final int TABLES = 10_000;

    private CatalogBench() {}

    static List<Measurement> run(Stage stage) throws Exception {
        PostgresDatabase many = Tables.createMany(stage.database(), TABLES);
        String id = stage.subject().connect("Many tables", many);
        byte[] request = stage.subject().get("/db-connections/" + id + "/tables");
        List<Double> millis = new ArrayList<>();
        double first = Double.NaN;
        try (KeepAlive connection = new KeepAlive(stage.subject().port())) {
            for (int i = 0; i < 8; i++) {
                long before = System.nanoTime();
                KeepAlive.Reply reply = connection.send(request);
                double taken = (System.nanoTime() - before) / 1e6;
                if (reply.status() != 200 || reply.bytes() < 50L * TABLES) {
                    throw new IOException("The list was not whole: " + reply);
                }
                if (i == 0) {
                    first = taken;
                } else {
                    millis.add(taken);
                }
            }
        }
        return List.of(Measurement.atMost(
                "catalog",
                "names of 10,000 tables",
                new Repetitions(millis),
                "ms",
                500,
                String.format("the first time %.0f ms", first)));
    }
}
