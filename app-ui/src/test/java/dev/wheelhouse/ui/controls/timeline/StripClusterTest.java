package dev.wheelhouse.ui.controls.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StripClusterTest {

    private static StripMark mark(long at, String id) {
        return new StripMark(at, id, id);
    }

    @Test
    void groupsWhatLiesTooNear() {
        List<StripCluster> clusters = StripCluster.of(
                List.of(mark(1, "a"), mark(2, "b"), mark(3, "a"), mark(4, "c")), List.of(10.0, 14.0, 20.0, 100.0));

        assertThat(clusters).hasSize(2);
        assertThat(clusters.getFirst().ids()).containsExactly("a", "b");
        assertThat(clusters.getFirst().x()).isEqualTo(15);
        assertThat(clusters.getLast().ids()).containsExactly("c");
    }

    @Test
    void keepsAChainOfNeighboursFromBecomingOneGroup() {
        List<StripMark> marks =
                IntStream.range(0, 100).mapToObj(i -> mark(i, "m" + i)).toList();
        List<Double> pixels = IntStream.range(0, 100).mapToObj(i -> i * 10.0).toList();

        assertThat(StripCluster.of(marks, pixels))
                .hasSizeGreaterThan(30)
                .allSatisfy(cluster -> assertThat(cluster.marks()).hasSizeLessThan(4));
    }
}
