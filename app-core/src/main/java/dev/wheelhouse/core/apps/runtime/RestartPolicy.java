package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.json.WireName;
import java.util.Locale;

/** Whether an app that ended is started again. One that a person stopped never is. */
public enum RestartPolicy implements WireName {
    NEVER,
    ON_FAILURE,
    ALWAYS;

    @Override
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
