package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoticesTest {

    @Test
    void leavesWhatIsShortAsItIs() {
        assertThat(Notices.brief("api was started.")).isEqualTo("api was started.");
        assertThat(Notices.brief("")).isEmpty();
    }

    @Test
    void keepsToThreeLinesOfALogWithoutEnd() {
        String brief = Notices.brief("api: the deployment failed.\n"
                + "2026-11-30T10:00:00Z stderr F refused ".repeat(30) + "\n" + "x".repeat(400));
        assertThat(brief.lines()).hasSize(3).allMatch(line -> line.length() <= 58);
        assertThat(brief).startsWith("api: the deployment failed.\n").endsWith("…");
    }

    @Test
    void breaksAWordThatIsLongerThanALine() {
        assertThat(Notices.brief("x".repeat(100)).lines()).hasSize(2);
    }
}
