package dev.wheelhouse.core.platform.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file's form of {@link Settings}: whatever is absent has its default. */
record SettingsJson(
        @Nullable List<String> hostNames,
        @Nullable Integer historyDays,
        @Nullable List<String> privateHosts,
        @Nullable ThresholdsJson thresholds,
        @Nullable SharesJson shares) {

    SettingsJson {
        // Refuses a null among the names while the file can still be called unreadable.
        hostNames = hostNames == null ? null : List.copyOf(hostNames);
        privateHosts = privateHosts == null ? null : List.copyOf(privateHosts);
    }

    /** The file's form of {@link Thresholds}. */
    record ThresholdsJson(
            @Nullable Integer diskPercent,
            @Nullable Integer cpuPercent,
            @Nullable Integer memoryPercent,
            @Nullable Integer sustainedSeconds) {

        static ThresholdsJson from(Thresholds thresholds) {
            return new ThresholdsJson(
                    thresholds.diskPercent(),
                    thresholds.cpuPercent(),
                    thresholds.memoryPercent(),
                    thresholds.sustainedSeconds());
        }

        Thresholds toThresholds() {
            Thresholds defaults = Thresholds.DEFAULTS;
            return new Thresholds(
                    or(diskPercent, defaults.diskPercent()),
                    or(cpuPercent, defaults.cpuPercent()),
                    or(memoryPercent, defaults.memoryPercent()),
                    or(sustainedSeconds, defaults.sustainedSeconds()));
        }
    }

    /** The file's form of {@link Shares}. */
    record SharesJson(
            @Nullable Integer streams,
            @Nullable Integer runningScripts,
            @Nullable Integer queuedScripts,
            @Nullable Integer poolPercent) {

        static SharesJson from(Shares shares) {
            return new SharesJson(
                    shares.streams(), shares.runningScripts(), shares.queuedScripts(), shares.poolPercent());
        }

        Shares toShares() {
            Shares defaults = Shares.DEFAULTS;
            return new Shares(
                    or(streams, defaults.streams()),
                    or(runningScripts, defaults.runningScripts()),
                    or(queuedScripts, defaults.queuedScripts()),
                    or(poolPercent, defaults.poolPercent()));
        }
    }

    private static int or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }

    static SettingsJson from(Settings settings) {
        return new SettingsJson(
                settings.hostNames(),
                settings.historyDays(),
                settings.privateHosts(),
                ThresholdsJson.from(settings.thresholds()),
                SharesJson.from(settings.shares()));
    }

    Settings toSettings() {
        Settings defaults = Settings.DEFAULTS;
        return new Settings(
                hostNames == null ? defaults.hostNames() : hostNames,
                or(historyDays, defaults.historyDays()),
                privateHosts == null ? defaults.privateHosts() : privateHosts,
                thresholds == null ? defaults.thresholds() : thresholds.toThresholds(),
                shares == null ? defaults.shares() : shares.toShares());
    }
}
