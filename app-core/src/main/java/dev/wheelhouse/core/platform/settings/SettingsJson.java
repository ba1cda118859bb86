package dev.wheelhouse.core.platform.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file's form of {@link Settings}: whatever is absent has its default. */
record SettingsJson(
        @Nullable List<String> hostNames, @Nullable Integer historyDays) {

    static SettingsJson from(Settings settings) {
        return new SettingsJson(settings.hostNames(), settings.historyDays());
    }

    Settings toSettings() {
        return new Settings(
                hostNames == null ? Settings.DEFAULTS.hostNames() : hostNames,
                historyDays == null ? Settings.DEFAULTS.historyDays() : historyDays);
    }
}
