package dev.wheelhouse.core.testing;

/**
 * How much a test does of what more of would only find more surely: a part at every landing, and all of it with
 * {@code -Dwheelhouse.long=true}.
 */
public final class LongRun {

    private static final boolean ALL = Boolean.getBoolean("wheelhouse.long");

    private LongRun() {}

    /** @return {@code part}, or {@code all} where that is asked for */
    public static int of(int part, int all) {
        return ALL ? all : part;
    }
}
