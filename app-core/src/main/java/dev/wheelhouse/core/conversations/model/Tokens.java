package dev.wheelhouse.core.conversations.model;

import java.nio.charset.StandardCharsets;

/** How many tokens a text is, as near as can be known of any model: four bytes each. */
final class Tokens {

    private static final int BYTES = 4;

    private Tokens() {}

    static long of(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length / BYTES + 1L;
    }
}
