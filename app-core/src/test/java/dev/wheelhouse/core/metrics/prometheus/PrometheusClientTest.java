package dev.wheelhouse.core.metrics.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusClientTest {

    private final SettableClock clock = new SettableClock();
    private final Workers workers = new Workers();
    private final AtomicReference<String> asked = new AtomicReference<>("");
    private final AtomicReference<String> authorization = new AtomicReference<>();
    private final CountDownLatch tested = new CountDownLatch(1);
    private PrometheusClient client;
    private HttpServer server;
    private volatile Answer answer = exchange -> send(exchange, 200, "{}");

    @FunctionalInterface
    private interface Answer {
        void give(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(workers.virtualThreads());
        server.createContext("/", exchange -> {
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            asked.set(exchange.getRequestURI() + " "
                    + URLDecoder.decode(
                            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                            StandardCharsets.UTF_8));
            try (exchange) {
                answer.give(exchange);
            }
        });
        server.start();
        client = client(List.of("127.0.0.1"), Duration.ofSeconds(20));
    }

    private PrometheusClient client(List<String> privateHosts, Duration limit) {
        return new PrometheusClient(new OutgoingRequests(() -> privateHosts, workers), clock, limit);
    }

    @AfterEach
    void stop() {
        tested.countDown();
        server.stop(0);
        workers.close();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void answer(String result) {
        answer = exchange -> send(
                exchange, 200, "{\"status\":\"success\",\"data\":{\"resultType\":\"x\",\"result\":" + result + "}}");
    }

    private MetricSource source() {
        return new MetricSource(
                "org_1",
                "srv_1",
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/prom/"),
                Map.of("instance", "web\"1", "job", "node"),
                1);
    }

    private Window window() {
        return MetricRange.HOURS_1.endingAt(clock.millis());
    }

    private static String stat(String name, String values) {
        return "{\"metric\":{\"instance\":\"a\",\"wheelhouse_stat\":\"" + name + "\"},\"values\":[" + values + "]}";
    }

    @Test
    void readsASeriesWithItsLimit() {
        Window window = window();
        long first = window.from() / 1000;
        answer("[" + stat("avg", "[" + first + ",\"10.5\"],[" + (first + 10) + ",\"1e3\"]") + ","
                + stat("min", "[" + first + ",\"9.4999\"],[" + (first + 10) + ",\"-3\"]") + ","
                + stat("max", "[" + first + ".000,\"11\"],[" + (first + 10) + ",\"2000\"]") + ","
                + stat("count", "[" + first + ",\"4\"],[" + (first + 10) + ",\"2\"]") + ","
                + stat("limit", "[" + first + ",\"1\"],[" + (first + 10) + ",\"8589934592\"]") + "]");
        MetricSeries series = client.series(source(), null, Metric.MEMORY, window);
        assertThat(series.points())
                .containsExactly(
                        new SeriesPoint(window.from(), 11, 9, 11, 4),
                        new SeriesPoint(window.from() + 10_000, 1000, 0, 2000, 2));
        assertThat(series.limitBytes()).isEqualTo(8L << 30);
        assertThat(asked.get())
                .startsWith("/prom/api/v1/query_range ")
                .contains("instance=\"web\\\"1\",job=\"node\"")
                .contains("avg_over_time")
                .contains("step=10");
        assertThat(authorization.get()).isNull();
    }

    @Test
    void leavesOutWhatIsNoNumber() {
        Window window = window();
        long first = window.from() / 1000;
        String pair = "[" + first + ",\"NaN\"],[" + (first + 10) + ",\"+Inf\"]";
        answer("[" + stat("avg", pair) + "," + stat("min", pair) + "," + stat("max", pair) + ","
                + stat("count", "[" + first + ",\"0\"]") + "]");
        assertThat(client.series(source(), "secret", Metric.CPU, window).points())
                .isEmpty();
        assertThat(authorization.get()).isEqualTo("Bearer secret");
    }

    @Test
    void twoMachinesAreOneTooMany() {
        answer("[" + stat("avg", "") + "," + stat("avg", "") + "]");
        assertThatThrownBy(() -> client.series(source(), null, Metric.CPU, window()))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("more than one machine");
    }

    @Test
    void readsTheLatestOfEveryMetric() {
        String metric = "{\"metric\":{\"wheelhouse_stat\":\"%s\",%s},\"value\":[1,\"%s\"]}";
        answer("[" + metric.formatted("avg", "\"mountpoint\":\"/\"", "5") + ","
                + metric.formatted("limit", "\"mountpoint\":\"/\"", "9") + ","
                + metric.formatted("avg", "\"mountpoint\":\"/srv\"", "6") + ","
                + metric.formatted("avg", "\"wheelhouse_metric\":\"cpu\"", "0.5") + ","
                + metric.formatted("avg", "\"wheelhouse_metric\":\"odd\"", "1") + "]");
        assertThat(client.latest(source(), null))
                .extracting(each -> each.metric().name() + " " + each.value() + " " + each.limitBytes())
                .containsExactly("cpu 1 null", "disk 5 9", "disk:/srv 6 null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "[]",
                "{}",
                "{\"status\":\"success\",\"data\":[]}",
                "{\"status\":\"success\",\"data\":{\"result\":{}}}",
                "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":[]}]}}",
                "{\"status\":\"success\",\"data\":{\"result\":[{\"values\":[[1]]}]}}",
                "{\"status\":\"success\",\"data\":{\"result\":[{\"values\":[[1,\"x\"]]}]}}",
                "{\"status\":\"success\",\"data\":{\"result\":[{\"values\":[[1,\"1\"]]",
                "{\"status\":\"error\",\"error\":\"query processing would load too many samples\"}"
            })
    void aWrongAnswerIsToldAsSuch(String body) {
        answer = exchange -> send(exchange, 200, body);
        assertThatThrownBy(() -> client.series(source(), null, Metric.CPU, window()))
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(e.errorCode().code()).isEqualTo("upstream_failed"))
                .hasMessageContaining("gave no metrics");
    }

    @Test
    void neverFollowsARedirectNorReadsWithoutEnd() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
            send(exchange, 307, "");
        };
        assertThatThrownBy(() -> client.latest(source(), null)).hasMessageContaining("status 307");
        answer = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[1 << 20];
            try (OutputStream body = exchange.getResponseBody()) {
                for (int i = 0; i < 40; i++) {
                    body.write(much);
                }
            } catch (IOException _) {
                // The reader has had enough.
            }
        };
        assertThatThrownBy(() -> client.latest(source(), null)).isInstanceOf(AppException.class);
    }

    @Test
    void aSourceThatIsSlowOrAwayIsGivenUp() {
        PrometheusClient impatient = client(List.of("127.0.0.1"), Duration.ofMillis(100));
        answer = exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
                tested.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        };
        assertThatThrownBy(() -> impatient.latest(source(), null))
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(e.errorCode().code()).isEqualTo("upstream_timeout"));
        MetricSource nobody = new MetricSource("org_1", "srv_1", URI.create("http://127.0.0.1:1"), Map.of(), 1);
        assertThatThrownBy(() -> client.latest(nobody, null)).hasMessageContaining("gave no metrics");
        MetricSource nowhere = new MetricSource("org_1", "srv_1", URI.create("http://nowhere.invalid"), Map.of(), 1);
        assertThatThrownBy(() -> client.latest(nowhere, null)).hasMessageContaining("does not resolve");
    }

    @Test
    void aPrivateAddressMustBeAllowedByName() {
        PrometheusClient strict = client(List.of("prometheus.example"), Duration.ofSeconds(20));
        assertThatThrownBy(() -> strict.latest(source(), null))
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> assertThat(e.errorCode().code()).isEqualTo("validation_failed"))
                .hasMessageContaining("private hosts in the settings");
    }
}
