package dev.wheelhouse.ui.controls.timeline;

/** How a bar looks. Those that went wrong also have a foot below the line, so that colour is not the only difference. */
public enum BarKind {
    SUCCESS("success", false, false),
    FAILURE("failure", true, false),
    /** It was ended because it took too long. */
    WARNING("warning", true, false),
    /** Somebody ended it. */
    NEUTRAL("neutral", false, false),
    /** It did not run though it should have. */
    ABSENT("absent", true, true),
    /** It did not run, as was wanted. */
    LEFT_OUT("left-out", false, true),
    RUNNING("running", false, false);

    private final String style;
    private final boolean footed;
    private final boolean flat;

    BarKind(String style, boolean footed, boolean flat) {
        this.style = style;
        this.footed = footed;
        this.flat = flat;
    }

    String style() {
        return style;
    }

    boolean isFooted() {
        return footed;
    }

    /** Whether there is no duration to show. */
    boolean isFlat() {
        return flat;
    }
}
