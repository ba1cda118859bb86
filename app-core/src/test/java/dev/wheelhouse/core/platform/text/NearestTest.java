package dev.wheelhouse.core.platform.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    @ParameterizedTest
    @CsvSource({"main, main, 0", "main, mian, 2", "'', abc, 3", "kitten, sitting, 3"})
    void countsTheLettersThatDiffer(String first, String second, int distance) {
        assertThat(Nearest.distance(first, second)).isEqualTo(distance);
    }

    @Test
    void namesTheNearestFirstAndNoneThatIsFar() {
        List<String> names = List.of("servers", "metrics", "query", "Restart", "start");

        assertThat(Nearest.of("sevrers", names, 3)).containsExactly("servers");
        assertThat(Nearest.of("start", names, 3)).containsExactly("start", "Restart");
        assertThat(Nearest.of("deployments", names, 3)).isEmpty();
        assertThat(Nearest.of("start", names, 1)).containsExactly("start");
    }
}
