package dev.wheelhouse.core.platform.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StandardWebhooksSignatureTest {

    /** RFC 4231 section 4.3, over its parts too. */
    @Test
    void hmacIsThatOfTheRfc() {
        byte[] key = "Jefe".getBytes(StandardCharsets.US_ASCII);
        String expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assertThat(HexFormat.of().formatHex(HmacSha256.of(key, bytes("what do ya want for nothing?"))))
                .isEqualTo(expected);
        assertThat(HexFormat.of().formatHex(HmacSha256.of(key, bytes("what do ya "), bytes("want for nothing?"))))
                .isEqualTo(expected);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The example that the libraries of Standard Webhooks test themselves with. */
    @Test
    void thePublishedExampleIsSigned() {
        String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        String signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        Instant at = Instant.ofEpochSecond(1614265330);
        byte[] body = bytes("{\"test\": 2432232314}");
        assertThat(StandardWebhooks.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body))
                .isEqualTo(signature);
        assertThat(StandardWebhooks.isSigned(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", signature, body, at))
                .isTrue();
        assertThat(StandardWebhooks.isSigned(
                        secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", signature, body, at.plusSeconds(301)))
                .isFalse();
    }

    @Test
    void secretsHaveThirtyTwoBytesAndTheirForm() {
        String one = StandardWebhooks.newSecret(new Random(1));
        assertThat(one).matches("whsec_[A-Za-z0-9+/]{43}=").isNotEqualTo(StandardWebhooks.newSecret(new Random(2)));
        assertThat(StandardWebhooks.key(one)).hasSize(32);
        assertThatThrownBy(() -> StandardWebhooks.key("MfKQ9r8GKYqrTwjU")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StandardWebhooks.key("whsec_*")).isInstanceOf(IllegalArgumentException.class);
    }
}
