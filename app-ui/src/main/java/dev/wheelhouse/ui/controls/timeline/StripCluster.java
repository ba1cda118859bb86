package dev.wheelhouse.ui.controls.timeline;

import java.util.ArrayList;
import java.util.List;

/**
 * Marks that lie too near each other to be drawn apart.
 *
 * @param x its middle, in pixels
 * @param marks at least one, ascending in time
 */
record StripCluster(double x, List<StripMark> marks) {

    /** As wide as a cluster is drawn. */
    static final double WIDTH = 26;

    private static final double NEAREST = 16;

    /**
     * Groups marks from the left: a mark joins the group before it when it would touch it, but no group becomes wider than
     * it is drawn.
     *
     * @param ascending in time
     * @param pixels the places of the marks, ascending
     */
    static List<StripCluster> of(List<StripMark> ascending, List<Double> pixels) {
        List<StripCluster> clusters = new ArrayList<>();
        for (int start = 0; start < ascending.size(); ) {
            int end = start + 1;
            while (end < ascending.size()
                    && pixels.get(end) - pixels.get(end - 1) < NEAREST
                    && pixels.get(end) - pixels.get(start) < WIDTH) {
                end++;
            }
            double middle = (pixels.get(start) + pixels.get(end - 1)) / 2;
            clusters.add(new StripCluster(middle, List.copyOf(ascending.subList(start, end))));
            start = end;
        }
        return clusters;
    }

    /** The things that are due, each once, in the order of their first time. */
    List<String> ids() {
        return marks.stream().map(StripMark::id).distinct().toList();
    }
}
