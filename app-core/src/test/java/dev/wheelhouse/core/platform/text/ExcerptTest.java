package dev.wheelhouse.core.platform.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    private static final String[] PIECES = {"a", "é", "€", "😀", "&", "<", "\n", " ", "👩‍👩‍👧", "\uD800", "\uDC00"};

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(60);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static String escaped(int point) {
        return switch (point) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            default -> Character.toString(point);
        };
    }

    @Test
    void isTheTextItselfWhereItHasRoom() {
        Property.holds(500, random -> {
            String text = text(random);
            assertThat(Excerpt.of(text, Math.max(1, text.length()))).isEqualTo(text);
        });
    }

    @Test
    void fillsTheRoomAndCutsNoCharacterInTwo() {
        Property.holds(2000, random -> {
            String text = text(random);
            int longest = 1 + random.nextInt(40);
            String cut = Excerpt.of(text, longest);
            assertThat(cut.length()).isLessThanOrEqualTo(longest);
            if (text.length() > longest) {
                assertThat(cut).endsWith("…");
                String kept = cut.substring(0, cut.length() - 1);
                assertThat(text).startsWith(kept);
                // A whole number of code points, and not one fewer than fits.
                assertThat(text.codePoints().limit(kept.codePoints().count()).toArray())
                        .isEqualTo(kept.codePoints().toArray());
                int next = text.codePointAt(kept.length());
                assertThat(kept.length() + Character.charCount(next) + 1).isGreaterThan(longest);
            }
        });
    }

    @Test
    void cutsNoEscapeInTwo() {
        Property.holds(2000, random -> {
            String text = text(random);
            int longest = 1 + random.nextInt(40);
            String cut = Excerpt.of(text, longest, ExcerptTest::escaped);
            assertThat(cut.length()).isLessThanOrEqualTo(longest);
            String kept = cut.endsWith("…") ? cut.substring(0, cut.length() - 1) : cut;
            String plain = kept.replace("&lt;", "<").replace("&amp;", "&");
            assertThat(text).startsWith(plain);
            assertThat(kept.replace("&lt;", "").replace("&amp;", "")).doesNotContain("&", "<");
        });
    }

    @Test
    void makesOneLine() {
        assertThat(Excerpt.oneLine("  a\r\n\tb\u0000c\u2028d ", 20)).isEqualTo("a b c d");
        assertThat(Excerpt.oneLine("a\u009b31m\u202eb\u2066c", 20)).isEqualTo("a 31m b c");
        assertThat(Excerpt.oneLine("one\ntwo", 5)).isEqualTo("one …");
    }
}
