package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.platform.json.WireName;

/** What people want of an app. */
enum Wanted implements WireName {
    RUNNING,
    STOPPED
}
