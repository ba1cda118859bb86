package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    @Test
    void hasTheDocumentedFormAndIsReadBack() {
        Property.holds(1000, random -> {
            Token token = Token.generate(random);
            assertThat(token.text()).matches("whk_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}");
            assertThat(Token.parse(token.text())).contains(token);
        });
    }

    @Test
    void hasTheFormEvenForTheSmallestAndTheLargestSecret() {
        assertThat(Token.generate(filledWith(0)).text()).startsWith("whk_" + "0".repeat(43) + "_");
        assertThat(Token.parse(Token.generate(filledWith(-1)).text())).isPresent();
    }

    @Test
    void refusesEveryTypoInOneCharacter() {
        Property.holds(20, random -> {
            String text = Token.generate(random).text();
            for (int i = 0; i < text.length(); i++) {
                for (char typo : (BASE62 + "_- ").toCharArray()) {
                    if (typo != text.charAt(i)) {
                        assertThat(Token.parse(text.substring(0, i) + typo + text.substring(i + 1)))
                                .isEmpty();
                    }
                }
            }
        });
    }

    @Test
    void refusesTwoNeighboursExchanged() {
        Property.holds(200, random -> {
            String text = Token.generate(random).text();
            int at = random.nextInt(text.length() - 1);
            char[] swapped = text.toCharArray();
            swapped[at] = text.charAt(at + 1);
            swapped[at + 1] = text.charAt(at);
            String typo = new String(swapped);
            if (!typo.equals(text)) {
                assertThat(Token.parse(typo)).isEmpty();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whk_",
                "Bearer",
                "whk_short_000000",
                "ghp_0000000000000000000000000000000000000000000_000000"
            })
    void refusesWhatHasAnotherForm(String text) {
        assertThat(Token.parse(text)).isEmpty();
    }

    @Test
    void refusesOtherCharactersEvenUnderARightChecksum() {
        String body = "whk_" + "!".repeat(43);
        assertThat(Token.parse(body + "_" + checksum(body))).isEmpty();
        assertThat(Token.parse("whk_" + "0".repeat(43) + "_" + checksum("whk_" + "0".repeat(43))))
                .isPresent();
    }

    @Test
    void showsOnlyItsFirstAndLastCharacters() {
        Token token = Token.generate(new Random(7));
        assertThat(token.text()).startsWith(token.displayPrefix()).endsWith(token.lastFour());
        assertThat(token.displayPrefix()).hasSize(8);
        assertThat(token.lastFour()).hasSize(4);
        assertThat(token.toString())
                .doesNotContain(token.text().substring(4, 47))
                .contains(token.displayPrefix());
    }

    @Test
    void hashesToSha256InHex() {
        assertThat(new Token("abc").hash())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void differsEveryTime() {
        Random random = new Random(9);
        assertThat(Token.generate(random)).isNotEqualTo(Token.generate(random));
    }

    private static RandomGenerator filledWith(long bits) {
        return () -> bits;
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.US_ASCII));
        StringBuilder digits = new StringBuilder();
        long rest = crc.getValue();
        for (int i = 0; i < 6; i++) {
            digits.insert(0, BASE62.charAt((int) (rest % 62)));
            rest /= 62;
        }
        return digits.toString();
    }
}
