package dev.wheelhouse.ui.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.testing.FxTest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StaleLineTest extends FxTest {

    private static final Instant NOW = Instant.parse("2026-03-04T15:00:00Z");

    private final Reading charts = new Reading();
    private final Reading list = new Reading();

    private static final class Reading implements Refreshable {

        private final SimpleObjectProperty<@Nullable AppException> failure = new SimpleObjectProperty<>();
        private @Nullable Instant readAt;
        private int refreshed;

        private void fail(String why) {
            failure.set(new AppException(PlatformError.UPSTREAM_FAILED, why));
        }

        @Override
        public void refresh() {
            refreshed++;
        }

        @Override
        public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
            return failure;
        }

        @Override
        public @Nullable Instant readAt() {
            return readAt;
        }
    }

    @Test
    void tellsOfWhatFailsForLongestAndRetriesWhatFails() {
        onFx(() -> {
            StaleLine line = new StaleLine(Clock.fixed(NOW, ZoneOffset.UTC), ZoneOffset.UTC, List.of(charts, list));
            line.onShow();
            assertThat(line.isVisible()).isFalse();
            charts.fail("Never read.");
            assertThat(line.isVisible()).isFalse();
            list.readAt = NOW.minusSeconds(3600);
            list.fail("The list is away.");
            assertThat(words(line)).isEqualTo("Not read since 14:00: The list is away.");
            charts.readAt = NOW.minusSeconds(86_400);
            charts.fail("The charts are away.");
            assertThat(words(line)).isEqualTo("Not read since 3 Mar 15:00: The charts are away.");
            charts.failure.set(null);
            assertThat(words(line)).contains("The list is away.");
            ((Button) line.getChildren().getLast()).fire();
            assertThat(List.of(charts.refreshed, list.refreshed)).containsExactly(0, 1);
            line.onHide();
            list.failure.set(null);
            assertThat(line.isVisible()).isTrue();
            line.onShow();
            assertThat(line.isVisible()).isFalse();
            return true;
        });
    }

    private static String words(StaleLine line) {
        assertThat(line.isVisible()).isTrue();
        return ((Label) line.getChildren().get(1)).getText();
    }
}
