package dev.wheelhouse.ui.controls.log;

/** How grave a line is, from the least on. */
public enum LineLevel {
    NONE("Other"),
    TRACE("Trace"),
    DEBUG("Debug"),
    INFO("Info"),
    WARN("Warn"),
    ERROR("Error"),
    FATAL("Fatal");

    private final String words;

    LineLevel(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
