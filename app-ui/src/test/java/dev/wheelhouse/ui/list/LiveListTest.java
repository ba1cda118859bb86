package dev.wheelhouse.ui.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveListTest {

    private static final Duration PACE = Duration.ofSeconds(1);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T14:03:20Z"));
    private final SameThreadBackground background = new SameThreadBackground();
    private final List<String> told = new ArrayList<>();
    private final Words list = new Words();

    /** A line is an id and a word, such as {@code a=apple}. */
    private final class Words extends LiveList<List<String>, String> {

        private List<String> found = List.of("a=apple", "b=bee");
        private @Nullable AppException refusal;
        private int reads;

        private Words() {
            super(background, clock, PACE, line -> line.substring(0, 1));
        }

        @Override
        protected List<String> read() {
            reads++;
            if (refusal != null) {
                throw refusal;
            }
            return found;
        }

        @Override
        protected List<String> lines(List<String> reading) {
            return reading;
        }

        @Override
        protected void watched() {
            told.add("watched");
        }

        @Override
        protected void left() {
            told.add("left");
        }
    }

    private List<String> lines() {
        return list.rows().stream().map(LiveRow::line).toList();
    }

    private void pass(Duration time) {
        clock.advance(time);
        background.advance(time);
    }

    @Test
    void readsOnceForAllWhoWatch() {
        Background.Handle first = list.watch();
        Background.Handle second = list.watch();
        int before = list.reads;
        pass(PACE);
        assertThat(list.reads).isEqualTo(before + 1);
        first.cancel();
        first.cancel();
        pass(PACE);
        assertThat(list.reads).isEqualTo(before + 2);
        second.cancel();
        pass(PACE);
        assertThat(list.reads).isEqualTo(before + 2);
        assertThat(told).containsExactly("watched", "left");
    }

    @Test
    void keepsItsRowsWhileTheirLinesChange() {
        list.refresh();
        List<LiveRow<String>> before = List.copyOf(list.rows());
        list.found = List.of("a=apricot", "b=bee");
        list.refresh();
        assertThat(lines()).containsExactly("a=apricot", "b=bee");
        assertThat(list.rows()).isEqualTo(before);

        list.found = List.of("b=bird", "c=cat", "a=ant");
        list.refresh();
        assertThat(lines()).containsExactly("b=bird", "c=cat", "a=ant");
        assertThat(list.row("a")).containsSame(before.getFirst());
        assertThat(list.find("c")).contains("c=cat");
    }

    @Test
    void showsTheRowsBeforeItTellsThatTheyAreKnown() {
        list.rows().addListener((ListChangeListener<LiveRow<String>>) _ -> told.add("rows"));
        list.knownProperty()
                .addListener(_ -> told.add("known with " + list.rows().size()));
        list.refresh(() -> told.add("read"));
        assertThat(told).containsExactly("rows", "known with 2", "read");
    }

    @Test
    void keepsWhatItReadWhileItCannotBeReadAgain() {
        list.watch();
        Instant read = clock.instant();
        list.refusal = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        pass(PACE);
        pass(PACE);
        assertThat(list.failureProperty().get()).isNotNull();
        assertThat(list.readAt()).isEqualTo(read);
        assertThat(lines()).hasSize(2);

        list.refusal = null;
        pass(PACE);
        assertThat(list.failureProperty().get()).isNull();
        assertThat(list.readAt()).isEqualTo(clock.instant());
    }
}
