package dev.wheelhouse.core.metrics.prometheus;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("real-prometheus")
class RealPrometheusTest extends PrometheusRules {

    @Override
    List<String> command(Path configuration, Path data, String address) {
        return List.of(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + data,
                "--web.listen-address=" + address);
    }
}
