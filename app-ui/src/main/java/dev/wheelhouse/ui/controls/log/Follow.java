package dev.wheelhouse.ui.controls.log;

/**
 * Whether the newest lines are kept in view. A person who scrolls away from the end pauses it; coming back to the end goes
 * on.
 */
final class Follow {

    private boolean following = true;
    private long seen;
    private long end;

    boolean isFollowing() {
        return following;
    }

    /** How many lines came since it was paused. */
    long unseen() {
        return following ? 0 : Math.max(0, end - seen);
    }

    /** Other lines. */
    void begin(long newEnd, boolean follows) {
        end = newEnd;
        seen = newEnd;
        following = follows;
    }

    void grew(long newEnd) {
        end = newEnd;
        if (following) {
            seen = newEnd;
        }
    }

    /** Lines that were there already and are not announced. */
    void counted(long newEnd) {
        seen += newEnd - end;
        end = newEnd;
    }

    /** A person scrolled, by whatever means. */
    void scrolled(boolean upwards, boolean atEnd) {
        if (following && upwards) {
            pause();
        } else if (!following && atEnd && !upwards) {
            resume();
        }
    }

    void pause() {
        if (following) {
            following = false;
            seen = end;
        }
    }

    void resume() {
        following = true;
        seen = end;
    }
}
