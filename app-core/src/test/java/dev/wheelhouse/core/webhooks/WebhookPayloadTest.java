package dev.wheelhouse.core.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.event.Event;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookPayloadTest {

    private static Event event(Map<String, Object> data) {
        return new Event("evt_1", 7, "app.crashed", "app_1", Instant.parse("2026-01-02T03:04:05.678Z"), data, null);
    }

    @Test
    void saysWhatHappenedToWhatAndWhere() {
        assertThat(WebhookPayload.of(event(Map.of("name", "web", "exitCode", 3))))
                .isEqualTo("{\"type\":\"app.crashed\",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"data\":"
                        + "{\"eventId\":\"evt_1\",\"url\":\"/api/v1/events/evt_1\",\"subjectId\":\"app_1\","
                        + "\"details\":{\"exitCode\":3,\"name\":\"web\"}}}");
    }

    @Test
    void hasMillisecondsAlways() {
        Event whole = new Event("evt_1", 7, "app.crashed", "app_1", Instant.ofEpochSecond(0), Map.of(), null);
        assertThat(WebhookPayload.of(whole)).contains("\"timestamp\":\"1970-01-01T00:00:00.000Z\"");
    }

    @Test
    void aLargeOneHasTheAddressAlone() {
        int rest = WebhookPayload.of(event(Map.of("tail", ""))).length();
        String most = WebhookPayload.of(event(Map.of("tail", "x".repeat(20_000 - rest))));
        assertThat(most.getBytes(StandardCharsets.UTF_8)).hasSize(20_000);
        assertThat(WebhookPayload.of(event(Map.of("tail", "x".repeat(20_001 - rest)))))
                .isEqualTo("{\"type\":\"app.crashed\",\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"data\":"
                        + "{\"eventId\":\"evt_1\",\"url\":\"/api/v1/events/evt_1\"}}");
        assertThat(WebhookPayload.of(event(Map.of("tail", "ü".repeat(10_000)))))
                .as("bytes count")
                .doesNotContain("tail");
    }
}
