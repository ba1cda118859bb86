package dev.wheelhouse.core.apps.runtime;

import java.util.Locale;

/** Whether an app that ended is started again. One that a person stopped never is. */
public enum RestartPolicy {
    NEVER,
    ON_FAILURE,
    ALWAYS;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
