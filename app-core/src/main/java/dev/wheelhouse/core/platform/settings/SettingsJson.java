package dev.wheelhouse.core.platform.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file's form of {@link Settings}: whatever is absent has its default. */
record SettingsJson(
        @Nullable List<String> hostNames, @Nullable Integer historyDays) {

    SettingsJson {
        // Refuses a null among the names while the file can still be called unreadable.
        hostNames = hostNames == null ? null : List.copyOf(hostNames);
    }

    static SettingsJson from(Settings settings) {
        return new SettingsJson(settings.hostNames(), settings.historyDays());
    }

    Settings toSettings() {
        return new Settings(
                hostNames == null ? Settings.DEFAULTS.hostNames() : hostNames,
                historyDays == null ? Settings.DEFAULTS.historyDays() : historyDays);
    }
}
