package dev.wheelhouse.core.apps.runtime;

import java.util.Locale;

/** What runs an app. */
public enum RuntimeKind {
    PROCESS,
    SYSTEMD,
    CONTAINER;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
