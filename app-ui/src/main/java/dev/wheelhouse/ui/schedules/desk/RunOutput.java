package dev.wheelhouse.ui.schedules.desk;

/**
 * What a run wrote up to now.
 *
 * @param text its end, or all of it; control sequences of terminals are still in it
 * @param bytes how much is kept of it, in UTF-8
 * @param isWhole whether the text is all of it
 */
public record RunOutput(String text, long bytes, boolean isWhole) {

    public static final RunOutput NONE = new RunOutput("", 0, true);
}
