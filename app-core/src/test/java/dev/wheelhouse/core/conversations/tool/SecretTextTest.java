package dev.wheelhouse.core.conversations.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "db_password=hunter2 next | db_password=*** next",
                "\"apiKey\": \"a b\", \"x\": 1 | \"apiKey\": ***, \"x\": 1",
                "MY-API-KEY : abc | MY-API-KEY : ***",
                "postgres://ada:geheim@db/shop | postgres://ada:***@db/shop",
                "Authorization: Bearer abcdefgh123 | Authorization: Bearer ***",
                "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln and | jwt *** and",
                "key whk_0123456789abcdefghij_123456 | key ***",
                "the token bucket is full | the token bucket is full"
            })
    void takesOutWhatIsSecretAndLeavesTheRest(String text, String clean) {
        assertThat(SecretText.redact(text)).isEqualTo(clean);
    }

    @Test
    void takesOutPrivateKeysThatHaveNoEnd() {
        assertThat(SecretText.redact("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc"))
                .isEqualTo("a\n***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "-eyJaaaaaaaa", "password=\"", "://a:", "Bearer ", "-----BEGIN ", "token"})
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isQuickWhateverTheText(String piece) {
        assertThat(SecretText.redact(piece.repeat((128 << 10) / piece.length())))
                .isNotNull();
    }
}
