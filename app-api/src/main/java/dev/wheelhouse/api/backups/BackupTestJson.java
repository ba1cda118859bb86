package dev.wheelhouse.api.backups;

import dev.wheelhouse.core.backups.BackupCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was found before a configuration is made. */
record BackupTestJson(boolean ok, List<CheckJson> checks) {

    record CheckJson(
            String name,
            boolean ok,
            String field,
            String detail,
            @Nullable String command) {}

    static BackupTestJson from(List<BackupCheck> found) {
        return new BackupTestJson(
                found.stream().allMatch(BackupCheck::ok),
                found.stream()
                        .map(each -> new CheckJson(each.name(), each.ok(), each.field(), each.detail(), each.command()))
                        .toList());
    }
}
