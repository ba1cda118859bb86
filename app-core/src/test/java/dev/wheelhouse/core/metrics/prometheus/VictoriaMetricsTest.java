package dev.wheelhouse.core.metrics.prometheus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("lab")
class VictoriaMetricsTest extends PrometheusRules {

    private static final Path PROGRAM = Path.of("/usr/bin/victoria-metrics");

    @Override
    List<String> command(Path configuration, Path data, String address) {
        assumeTrue(Files.isExecutable(PROGRAM), "Install Debian's package victoria-metrics.");
        return List.of(
                PROGRAM.toString(),
                "-promscrape.config=" + configuration,
                "-storageDataPath=" + data,
                "-httpListenAddr=" + address,
                // Else what was scraped is answered half a minute later.
                "-search.latencyOffset=1s");
    }
}
