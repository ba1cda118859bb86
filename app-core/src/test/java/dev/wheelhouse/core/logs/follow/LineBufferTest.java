package dev.wheelhouse.core.logs.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineBufferTest {

    private final LineBuffer buffer = new LineBuffer();

    private static PlacedLine line(String text) {
        return new PlacedLine(new LogLine(null, LogStream.STDOUT, null, text), new LogPosition("p1"));
    }

    @Test
    void aFailureBetweenTwoTakesIsToldBeforeTheEnd() throws Exception {
        buffer.put(line("last words"));
        assertThat(buffer.take(Duration.ZERO)).hasSize(1);
        buffer.end(new AppException(PlatformError.NOT_FOUND, "There is no container api-1."));
        assertThat(buffer.isDrained()).isFalse();
        assertThatThrownBy(() -> buffer.take(Duration.ZERO)).hasMessage("There is no container api-1.");
        assertThat(buffer.isDrained()).isTrue();
    }

    @Test
    void aPlainEndNeedsNoTakeMore() throws Exception {
        buffer.put(line("last words"));
        buffer.end(null);
        assertThat(buffer.isDrained()).isFalse();
        assertThat(buffer.take(Duration.ZERO)).hasSize(1);
        assertThat(buffer.isDrained()).isTrue();
    }

    @Test
    void aFailureAfterTheBufferWasDroppedIsNobodysConcern() {
        buffer.drop();
        buffer.end(new AppException(PlatformError.NOT_FOUND, "There is no container api-1."));
        assertThat(buffer.isDrained()).isTrue();
    }
}
