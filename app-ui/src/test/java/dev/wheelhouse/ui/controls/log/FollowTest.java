package dev.wheelhouse.ui.controls.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FollowTest {

    private final Follow follow = new Follow();

    @Test
    void pausesWhenSomebodyScrollsUpAndCountsWhatComes() {
        follow.begin(100, true);
        follow.grew(120);
        assertThat(follow.unseen()).isZero();

        follow.scrolled(true, false);
        follow.grew(135);

        assertThat(follow.isFollowing()).isFalse();
        assertThat(follow.unseen()).isEqualTo(15);
    }

    @Test
    void doesNotTellOfLinesThatWereThereBefore() {
        follow.begin(0, false);
        follow.counted(1_000);
        follow.grew(1_003);
        follow.counted(1_500);

        assertThat(follow.unseen()).isEqualTo(3);
    }

    @Test
    void goesOnWhenSomebodyComesBackToTheEnd() {
        follow.begin(100, true);
        follow.scrolled(true, false);
        follow.scrolled(false, false);
        assertThat(follow.isFollowing()).isFalse();

        follow.scrolled(false, true);

        assertThat(follow.isFollowing()).isTrue();
        assertThat(follow.unseen()).isZero();
    }

    @Test
    void doesNotGoOnWhenALogFitsTheViewAndSomebodyScrollsUp() {
        follow.begin(3, true);
        follow.scrolled(true, true);

        assertThat(follow.isFollowing()).isFalse();
    }
}
