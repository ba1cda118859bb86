package dev.wheelhouse.ui.controls.log;

/** JSON for people to read. */
public final class JsonText {

    private JsonText() {}

    /** A JSON object or array over several lines, every token as it is; any other text as it is. */
    public static String pretty(String text) {
        return JsonFold.of(text).map(JsonFold::text).orElse(text);
    }
}
