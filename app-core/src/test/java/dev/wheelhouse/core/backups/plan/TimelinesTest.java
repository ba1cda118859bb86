package dev.wheelhouse.core.backups.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimelinesTest {

    static TimelineHistory history(int timeline, String content) {
        return new TimelineHistory(timeline, "%08X.history".formatted(timeline), content);
    }

    private static final Timelines TIMELINES = Timelines.of(List.of(
            history(2, "1\t0/3000000\tno recovery target specified\n"),
            history(3, "# a comment\n\n1\t0/3000000\tbefore 2026\n2\t0/5000028\tno recovery target specified"),
            history(4, "1\t0/2000000\tbefore transaction 7\n")));

    @Test
    void leadsFromTheFirstToTheAskedOne() {
        assertThat(TIMELINES.path(3))
                .extracting(each -> each.timeline() + " to " + each.to())
                .containsExactly("1 to 0/3000000", "2 to 0/5000028", "3 to null");
        assertThat(TIMELINES.path(1))
                .extracting(each -> each.timeline() + " to " + each.to())
                .containsExactly("1 to null");
    }

    @Test
    void continuesWhatWasWrittenBeforeItBegan() {
        WalPosition between = WalPosition.parse("0/2800000");

        assertThat(TIMELINES.continues(3, 1, between)).isTrue();
        assertThat(TIMELINES.continues(4, 1, between)).isFalse();
        assertThat(TIMELINES.continues(4, 3, between)).isFalse();
        assertThat(TIMELINES.continues(4, 4, between)).isTrue();
    }

    @Test
    void takesTimelinesForRelatedWhenNothingSaysTheyAreNot() {
        assertThat(TIMELINES.related(1, 3)).isTrue();
        assertThat(TIMELINES.related(4, 3)).isFalse();
        assertThat(TIMELINES.related(5, 4)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one\t0/3000000\tx\n",
                "1\tthere\tx\n",
                "1\n",
                "2\t0/1\tx\n",
                "1\t0/1\tx\n1\t0/2\ty\n",
                "-1\t0/1\tx"
            })
    void refusesWhatIsNoHistory(String content) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timelines.of(List.of(history(2, content))))
                .withMessageContaining("00000002.history");
    }
}
