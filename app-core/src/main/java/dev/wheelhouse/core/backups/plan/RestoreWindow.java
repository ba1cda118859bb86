package dev.wheelhouse.core.backups.plan;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times that can be restored, by the server's clock.
 *
 * @param earliest null before the first complete base
 * @param latest null with it
 * @param gaps between the two, by time; every moment outside them is restorable
 */
public record RestoreWindow(
        @Nullable Instant earliest, @Nullable Instant latest, List<Gap> gaps) {

    public static final RestoreWindow NONE = new RestoreWindow(null, null, List.of());

    /**
     * Times that no restore reaches.
     *
     * @param from the last moment before it that is restorable
     * @param to the first one after it
     * @param reason for people
     */
    public record Gap(Instant from, Instant to, String reason) {}

    public RestoreWindow {
        gaps = List.copyOf(gaps);
    }

    /** As a sentence for who asked for a time outside it. */
    public String sentence() {
        if (earliest == null || latest == null) {
            return "No restore window yet. It begins with the first complete base backup.";
        }
        StringBuilder text = new StringBuilder("Times from " + earliest + " to " + latest + " can be restored");
        for (Gap each : gaps) {
            text.append(", not between ").append(each.from()).append(" and ").append(each.to());
        }
        return text.append('.').toString();
    }
}
