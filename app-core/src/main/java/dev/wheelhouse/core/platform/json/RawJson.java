package dev.wheelhouse.core.platform.json;

/**
 * One JSON value exactly as it was written, so that 20-digit numbers, key order, duplicate keys and trailing zeros
 * survive. Never blank; always well-formed, the parser that cut it out saw to that.
 */
public record RawJson(String text) {

    public static final RawJson NULL = new RawJson("null");

    public boolean isNull() {
        return text.equals("null");
    }
}
