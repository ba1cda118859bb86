package dev.wheelhouse.core.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.signing.StandardWebhooks;
import dev.wheelhouse.core.testing.Property;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {

    /** The example that the libraries of Standard Webhooks test themselves with. */
    @Test
    void signsThePublishedExample() {
        WebhookSecret secret = new WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assertThat(WebhookSignature.of(
                        List.of(secret),
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        Instant.ofEpochSecond(1614265330),
                        "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void eachSecretVerifiesItsOwnSignatureAlone() {
        Property.holds(50, random -> {
            WebhookSecret one = WebhookSecret.generate(random);
            WebhookSecret other = WebhookSecret.generate(random);
            Instant at = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
            String body = "{\"data\":\"ü" + random.nextLong() + "\"}";
            String[] signatures =
                    WebhookSignature.of(List.of(one, other), "evt_1", at, body).split(" ");
            assertThat(signatures).hasSize(2);
            assertThat(signatures[0])
                    .isEqualTo(expected(one, "evt_1", at, body))
                    .isNotEqualTo(signatures[1]);
            assertThat(signatures[1]).isEqualTo(expected(other, "evt_1", at, body));
            assertThat(expected(one, "evt_2", at, body)).isNotEqualTo(signatures[0]);
            assertThat(expected(one, "evt_1", at.plusSeconds(1), body)).isNotEqualTo(signatures[0]);
            assertThat(expected(one, "evt_1", at, body + " ")).isNotEqualTo(signatures[0]);
        });
    }

    /** As a receiver computes it from the text of the secret. */
    static String expected(WebhookSecret secret, String id, Instant at, String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(
                Base64.getDecoder().decode(secret.text().substring("whsec_".length())), "HmacSHA256"));
        mac.update((id + "." + at.toEpochMilli() / 1000 + ".").getBytes(StandardCharsets.US_ASCII));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aSecretHasThirtyTwoBytesAndIsNeverWrittenDown() {
        WebhookSecret secret = WebhookSecret.generate(new Random(1));
        assertThat(secret.text()).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(StandardWebhooks.key(secret.text())).hasSize(32);
        assertThat(secret.toString()).doesNotContain(secret.text().substring(6, 12));
        assertThat(WebhookSecret.generate(new Random(2))).isNotEqualTo(secret);
        assertThatThrownBy(() -> new WebhookSecret("secret")).isInstanceOf(IllegalArgumentException.class);
    }
}
