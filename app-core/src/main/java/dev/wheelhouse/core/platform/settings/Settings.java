package dev.wheelhouse.core.platform.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be set, as it is now.
 *
 * @param version another one after each change
 * @param hasSmtpPassword whether one is stored
 * @param listenerTrial null while no other listener is tried
 * @param restartNeeded names of the settings that hold after a restart only
 */
public record Settings(
        OrganizationSettings organization,
        HomeSettings home,
        long version,
        boolean hasSmtpPassword,
        @Nullable ListenerTrial listenerTrial,
        List<String> restartNeeded) {

    public Settings {
        restartNeeded = List.copyOf(restartNeeded);
    }
}
