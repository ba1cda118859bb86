package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.webhooks.WebhookBench;
import java.nio.file.Path;
import java.util.List;

/** What deliveries to webhooks cost; the first argument is the directory for the results. */
public final class WebhookBenchmarks {

    private WebhookBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = WebhookBench.run();
        new Report(Path.of(arguments[0])).keep("webhooks", measurements);
        System.out.print(Report.table(measurements));
        // Threads of the client that is the peer are on their way out.
        System.exit(0);
    }
}
