package dev.wheelhouse.core.platform.check;

import dev.wheelhouse.core.platform.json.WireName;

/** What a check came to. */
public enum CheckState implements WireName {
    PASSED,
    /** It passed, and asks for a change all the same. */
    ADVICE,
    FAILED;

    /** @param advises whether it asks for a change where it passed */
    public static CheckState of(boolean ok, boolean advises) {
        if (!ok) {
            return FAILED;
        }
        return advises ? ADVICE : PASSED;
    }

    /** Whether what was checked works. */
    public boolean isOk() {
        return this != FAILED;
    }
}
