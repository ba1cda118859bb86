package dev.wheelhouse.api.backups;

import dev.wheelhouse.core.backups.BackupCheck;
import dev.wheelhouse.core.platform.check.CheckState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was found before a configuration is made. */
record BackupTestJson(boolean ok, CheckState state, List<CheckJson> checks) {

    record CheckJson(
            String name,
            boolean ok,
            CheckState state,
            String field,
            String detail,
            @Nullable String command) {}

    static BackupTestJson from(List<BackupCheck> found) {
        List<CheckState> states = found.stream().map(BackupCheck::state).toList();
        boolean ok = states.stream().allMatch(CheckState::isOk);
        return new BackupTestJson(
                ok,
                CheckState.of(ok, states.contains(CheckState.ADVICE)),
                found.stream()
                        .map(each -> new CheckJson(
                                each.name(), each.ok(), each.state(), each.field(), each.detail(), each.command()))
                        .toList());
    }
}
