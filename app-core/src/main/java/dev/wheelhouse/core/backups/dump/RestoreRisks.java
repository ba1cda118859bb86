package dev.wheelhouse.core.backups.dump;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What releases of {@code pg_restore} are known to do with a dump that somebody crafted. None of them refuses it by itself,
 * so the risk is named.
 *
 * <p>Sources: <a href="https://www.postgresql.org/support/security/CVE-2026-116314/">CVE-2026-116314</a>, of the releases of
 * 2026-11-12; <a
 * href="https://www.postgresql.org/about/news/postgresql-176-1610-1514-1419-1322-and-18-beta-3-released-3118/">the releases
 * of 2025-08-14</a>, for CVE-2025-8714 and CVE-2025-8715.
 */
public final class RestoreRisks {

    /**
     * A hole, and the first release of each major version without it. Versions before the oldest that is named have it and
     * are not mended any more; those after the newest never had it. The newest hole's are the newest that this build knows.
     */
    private record Hole(String names, String what, Map<Integer, Integer> mended) {

        boolean isIn(PostgresRelease release) {
            TreeMap<Integer, Integer> byMajor = new TreeMap<>(mended);
            Integer first = byMajor.get(release.major());
            return first == null ? release.major() < byMajor.firstKey() : release.minor() < first;
        }
    }

    /** Newest first: the release that mends one mends all that come after it here. */
    private static final List<Hole> HOLES = List.of(
            new Hole(
                    "CVE-2026-116314",
                    "runs code that is hidden in a crafted dump, as the user that it runs as",
                    Map.of(14, 25, 15, 20, 16, 16, 17, 12, 18, 7)),
            new Hole(
                    "CVE-2025-8714 and CVE-2025-8715",
                    "lets a dump's objects carry code and SQL of those who made them",
                    Map.of(13, 22, 14, 19, 15, 14, 16, 10, 17, 6)));

    private RestoreRisks() {}

    /** The risk of a release in one or two sentences; empty for none that is known. */
    public static Optional<String> of(PostgresRelease release) {
        List<Hole> found = HOLES.stream().filter(each -> each.isIn(release)).toList();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String what = found.stream()
                .map(each -> each.what() + " (" + each.names() + ")")
                .collect(Collectors.joining(", and "));
        return Optional.of("pg_restore " + release + " " + what + ". " + remedy(found.getFirst(), release));
    }

    private static String remedy(Hole newest, PostgresRelease release) {
        Integer mended = newest.mended().get(release.major());
        if (mended != null) {
            return "Update it to " + new PostgresRelease(release.major(), mended) + " or newer.";
        }
        String others = new TreeMap<>(newest.mended())
                .entrySet().stream()
                        .map(each -> each.getKey() + "." + each.getValue())
                        .collect(Collectors.joining(", "));
        return "PostgreSQL " + release.major() + " is not mended any more: use one of " + others + " or newer.";
    }
}
