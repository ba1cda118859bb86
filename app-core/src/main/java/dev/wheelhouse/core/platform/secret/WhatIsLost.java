package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Map;

/** Details of {@link PlatformError#CONFIRMATION_REQUIRED}: what a forgotten passphrase costs. */
record WhatIsLost(String lost) implements ErrorDetails {

    @Override
    public Map<String, Object> attributes() {
        return Map.of("lost", lost);
    }
}
