package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.net.HostNames;
import java.util.List;

/** What {@code settings.json} held before most of it moved into the state. */
record EarlierSettings(List<String> hostNames, int historyDays, List<String> privateHosts, Thresholds thresholds) {

    static final EarlierSettings NOTHING =
            new EarlierSettings(List.of(), Retention.DEFAULTS.historyDays(), List.of(), Thresholds.DEFAULTS);

    EarlierSettings {
        hostNames = List.copyOf(hostNames);
        privateHosts = List.copyOf(privateHosts);
    }

    boolean hasOfOrganization() {
        return !new EarlierSettings(List.of(), historyDays, privateHosts, thresholds).equals(NOTHING);
    }

    /** Within the bounds that hold now, as it was read then. */
    OrganizationSettings ofOrganization() {
        OrganizationSettings rest = OrganizationSettings.DEFAULTS;
        Retention retention = rest.retention();
        return new OrganizationSettings(
                null,
                null,
                null,
                privateHosts.stream().filter(HostNames::isTarget).toList(),
                new Retention(
                        retention.eventDays(),
                        Math.clamp(historyDays, 1, SettingsRules.MOST_DAYS),
                        retention.jobDays(),
                        retention.deliveryDays()),
                new Thresholds(
                        Math.clamp(thresholds.diskPercent(), 1, 100),
                        Math.clamp(thresholds.cpuPercent(), 1, 100),
                        Math.clamp(thresholds.memoryPercent(), 1, 100),
                        Math.clamp(thresholds.sustainedSeconds(), 0, SettingsRules.MOST_SUSTAINED)),
                rest.dns());
    }
}
