package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecoverySettingsTest {

    private static String text(Map<String, String> source) {
        return new RecoverySettings(5432, source).text("/restored", "false", List.of());
    }

    @Test
    void takesWhatARecoveryNeedsAsLargeFromASourceThatHasIt() {
        assertThat(text(Map.of("max_replication_slots", "20", "max_active_replication_origins", "30", "work_mem", "1")))
                .contains("max_replication_slots = '20'\n", "max_active_replication_origins = '30'\n")
                .doesNotContain("work_mem");
    }

    @Test
    void namesNoSettingThatAServerMayNotKnow() {
        // PostgreSQL 18 brought it; an older one does not start with it.
        assertThat(text(Map.of("max_replication_slots", "20"))).doesNotContain("max_active_replication_origins");
    }
}
