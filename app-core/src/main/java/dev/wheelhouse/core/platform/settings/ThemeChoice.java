package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.json.WireName;

/** The colours of the window. */
public enum ThemeChoice implements WireName {
    /** As the system has them now. */
    SYSTEM,
    LIGHT,
    DARK
}
