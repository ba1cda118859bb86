package dev.wheelhouse.ui.apps.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommandWordsTest {

    @Test
    void splitsAsAShellDoes() {
        assertThat(CommandWords.split("  /usr/bin/env  A=b\tx\n y ")).containsExactly("/usr/bin/env", "A=b", "x", "y");
        assertThat(CommandWords.split("a 'b  c' \"d \\\"e\\\" \\n\" f\\ g"))
                .containsExactly("a", "b  c", "d \"e\" \\n", "f g");
        assertThat(CommandWords.split("'' \"\" a''b")).containsExactly("", "", "ab");
        assertThat(CommandWords.split("   ")).isEmpty();
    }

    @Test
    void runsNothingThatOnlyAShellUnderstands() {
        assertThat(CommandWords.split("echo $HOME | tee *.log && rm x"))
                .containsExactly("echo", "$HOME", "|", "tee", "*.log", "&&", "rm", "x");
    }

    @Test
    void namesTheQuoteThatIsNotClosed() {
        assertThatThrownBy(() -> CommandWords.split("a 'b"))
                .hasMessage("Close the quote ' that stands at character 3.");
        assertThatThrownBy(() -> CommandWords.split("a \"b\\\""))
                .hasMessage("Close the quote \" that stands at character 3.");
        assertThatThrownBy(() -> CommandWords.split("a \\")).hasMessage("Nothing follows the backslash at the end.");
    }

    @Test
    void joinsSoThatItSplitsIntoTheSameWords() {
        Random random = new Random(11);
        String letters = "ab '\"\\$`*\n\té~/=";
        for (int i = 0; i < 2_000; i++) {
            List<String> words = new ArrayList<>();
            for (int word = random.nextInt(5); word >= 0; word--) {
                StringBuilder made = new StringBuilder();
                for (int letter = random.nextInt(7); letter > 0; letter--) {
                    made.append(letters.charAt(random.nextInt(letters.length())));
                }
                words.add(made.toString());
            }
            assertThat(CommandWords.split(CommandWords.join(words))).isEqualTo(words);
        }
    }

    @Test
    void leavesPlainWordsAsTheyAre() {
        assertThat(CommandWords.join(List.of("/srv/api", "--port=8080", "it's")))
                .isEqualTo("/srv/api --port=8080 'it'\\''s'");
    }
}
