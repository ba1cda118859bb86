package dev.wheelhouse.ui.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FxStartTest {

    @Test
    void aMissingLibraryIsNamedWithWhatBringsIt() {
        Throwable failure = new CompletionException(
                new RuntimeException(new UnsatisfiedLinkError("libX11.so.6: cannot open shared object file")));

        assertThat(FxStart.whatHelps(failure))
                .startsWith("A library of the system is missing: libX11.so.6: cannot open shared object file.")
                .contains("libgtk-3-0");
    }

    @Test
    void aPreparationThatFailsEndsTheWaitAndIsNotTakenForTheDisplay() {
        FxStart start = new FxStart();
        start.ready(() -> {
            throw new IllegalStateException("Inter.otf cannot be read as a font");
        });

        assertThatThrownBy(() -> start.run(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Inter.otf cannot be read as a font")
                .hasMessageNotContaining("display");
    }

    @Test
    void aDisplayThatCannotBeOpenedIsToBeChecked() {
        Throwable failure = new CompletionException(new UnsupportedOperationException("Unable to open DISPLAY"));

        assertThat(FxStart.whatHelps(failure)).startsWith("Check the display").contains("Unable to open DISPLAY");
    }
}
