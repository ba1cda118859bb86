package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.json.WireName;

/** What runs an app. */
public enum RuntimeKind implements WireName {
    PROCESS,
    SYSTEMD,
    CONTAINER;
}
