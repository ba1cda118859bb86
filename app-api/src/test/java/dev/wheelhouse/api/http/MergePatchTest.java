package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MergePatchTest {

    private long revision = 1;
    private int others;

    /** Saves over what was read, unless others are still to come between. */
    private String save(long read) {
        if (others > 0) {
            others--;
            revision++;
        }
        if (read != revision) {
            throw new AppException(PlatformError.PRECONDITION_FAILED, "It was changed.");
        }
        revision++;
        return "made of " + read;
    }

    private String patch(Optional<String> ifMatch) {
        return MergePatch.apply(ifMatch, () -> revision, each -> EntityTag.strong("r" + each), this::save);
    }

    private void failsPrecondition(Optional<String> ifMatch) {
        AppException refused = catchThrowableOfType(AppException.class, () -> patch(ifMatch));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.PRECONDITION_FAILED);
    }

    @Test
    void isMadeAgainOfWhatOthersLeft() {
        others = 3;
        assertThat(patch(Optional.empty())).isEqualTo("made of 4");
    }

    @Test
    void isMadeOnceOfWhatTheRequestNames() {
        assertThat(patch(Optional.of("\"r1\""))).isEqualTo("made of 1");
        failsPrecondition(Optional.of("\"r1\""));
        others = 1;
        failsPrecondition(Optional.of("\"r2\""));
        assertThat(others).isZero();
        assertThat(revision).isEqualTo(3);
    }

    @Test
    void givesUpWhereItNeverStaysTheSame() {
        others = 1000;
        failsPrecondition(Optional.empty());
        assertThat(others).isGreaterThan(900);
    }
}
