package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.json.WireName;

/** How much a mistake would cost. Production asks for confirmation of every change. */
public enum Environment implements WireName {
    DEVELOPMENT,
    STAGING,
    PRODUCTION;
}
