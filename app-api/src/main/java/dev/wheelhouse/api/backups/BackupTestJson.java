package dev.wheelhouse.api.backups;

import dev.wheelhouse.core.backups.BackupCheck;
import java.util.List;

/** What was found before a configuration is made. */
record BackupTestJson(boolean ok, List<CheckJson> checks) {

    record CheckJson(String name, boolean ok, String field, String detail) {}

    static BackupTestJson from(List<BackupCheck> found) {
        return new BackupTestJson(
                found.stream().allMatch(BackupCheck::ok),
                found.stream()
                        .map(each -> new CheckJson(each.name(), each.ok(), each.field(), each.detail()))
                        .toList());
    }
}
