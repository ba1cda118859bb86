package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.NamedZone;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.home.FollowedLinks;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field. */
final class BackupValidation {

    private static final String NO_ROLE = "Name the role that logs in for replication.";
    private static final Pattern PREFIX_PART = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,40}");
    private static final int LONGEST_PREFIX = 200;
    private static final int MOST_KEPT = 1000;
    private static final int MOST_DAYS = 3650;
    private static final int LONGEST_SQL = 20_000;

    private final Problems problems = new Problems();

    private BackupValidation() {}

    /** What a draft says when all of it is right. */
    record Checked(Destination destination, DestinationKeys keys, BackupPolicy policy) {}

    /**
     * @param home in which no backups are kept
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static Checked check(BackupDraft draft, Home home) {
        BackupValidation validation = new BackupValidation();
        BackupPolicy policy = validation.policy(
                draft.schedule(),
                draft.walSchedule(),
                draft.timeZone(),
                draft.keepNewest() == null ? BackupPolicy.DEFAULT_KEPT : draft.keepNewest(),
                draft.retentionDays() == null ? BackupPolicy.DEFAULT_DAYS : draft.retentionDays(),
                true,
                validation.rehearsal(draft.rehearsalSchedule(), draft.rehearsalSql()));
        Destination destination = validation.destination(draft.dest(), draft.prefix(), home);
        DestinationKeys keys =
                validation.keys(draft.dest().accessKeyId(), draft.dest().secretAccessKey());
        if (draft.login() != null && draft.login().user().isBlank()) {
            validation.problems.add("login.user", NO_ROLE);
        }
        validation.absolute("rehearsalDirectory", draft.rehearsalDirectory());
        validation.problems.throwIfAny();
        return new Checked(Objects.requireNonNull(destination), keys, Objects.requireNonNull(policy));
    }

    /** A destination with its keys, as {@link #check(BackupDraft, Home)}. */
    record Place(Destination destination, DestinationKeys keys) {}

    /** @throws AppException {@code validation_failed} with every field at fault */
    static Place check(DestinationDraft draft, @Nullable String prefix, Home home) {
        BackupValidation validation = new BackupValidation();
        Destination destination = validation.destination(draft, prefix, home);
        DestinationKeys keys = validation.keys(draft.accessKeyId(), draft.secretAccessKey());
        validation.problems.throwIfAny();
        return new Place(Objects.requireNonNull(destination), keys);
    }

    /** @throws AppException {@code validation_failed} for what only continuous backups have */
    static void requireOfLogical(BackupPatch patch) {
        Problems problems = new Problems();
        Map<String, @Nullable String> foreign = new LinkedHashMap<>();
        foreign.put("walSchedule", patch.walSchedule());
        foreign.put("rehearsalSchedule", patch.rehearsalSchedule());
        foreign.put("rehearsalSql", patch.rehearsalSql());
        foreign.forEach((field, value) -> {
            if (value != null && !value.isEmpty()) {
                problems.add(field, "Only continuous backups have this.");
            }
        });
        problems.throwIfAny();
    }

    static void requireLoginUser(String user) {
        if (user.isBlank()) {
            throw AppException.invalid("login.user", NO_ROLE);
        }
    }

    /** @throws AppException {@code validation_failed} with every field at fault */
    static BackupPolicy check(BackupPatch patch, BackupPolicy now) {
        BackupValidation validation = new BackupValidation();
        String walNow = now.walSchedule() == null ? null : now.walSchedule().text();
        String wal = patch.walSchedule() == null ? walNow : patch.walSchedule();
        BackupPolicy policy = validation.policy(
                patch.schedule() == null ? now.schedule().text() : patch.schedule(),
                wal == null || wal.isEmpty() ? null : wal,
                patch.timeZone() == null ? now.timeZone().getId() : patch.timeZone(),
                patch.keepNewest() == null ? now.keepNewest() : patch.keepNewest(),
                patch.retentionDays() == null ? now.retentionDays() : patch.retentionDays(),
                patch.enabled() == null ? now.enabled() : patch.enabled(),
                validation.rehearsal(
                        patch.rehearsalSchedule() == null ? now.rehearsal().scheduleText() : patch.rehearsalSchedule(),
                        patch.rehearsalSql() == null ? now.rehearsal().sql() : patch.rehearsalSql()));
        validation.problems.throwIfAny();
        return Objects.requireNonNull(policy);
    }

    /** @throws AppException {@code validation_failed} for an empty one */
    static DestinationKeys check(String accessKeyId, String secretAccessKey) {
        BackupValidation validation = new BackupValidation();
        DestinationKeys keys = validation.keys(accessKeyId, secretAccessKey);
        validation.problems.throwIfAny();
        return keys;
    }

    private @Nullable BackupPolicy policy(
            String schedule,
            @Nullable String walSchedule,
            @Nullable String timeZone,
            int keepNewest,
            int retentionDays,
            boolean enabled,
            RehearsalPolicy rehearsal) {
        CronExpression bases = cron("schedule", schedule);
        CronExpression wal = walSchedule == null ? null : cron("walSchedule", walSchedule);
        ZoneId zone = problems.or(() -> NamedZone.parse(timeZone));
        checkRange("keepNewest", keepNewest, MOST_KEPT);
        checkRange("retentionDays", retentionDays, MOST_DAYS);
        return bases == null || zone == null
                ? null
                : new BackupPolicy(bases, zone, wal, keepNewest, retentionDays, enabled, rehearsal);
    }

    private RehearsalPolicy rehearsal(@Nullable String schedule, @Nullable String sql) {
        if (sql != null && sql.length() > LONGEST_SQL) {
            problems.add("rehearsalSql", "Use at most " + LONGEST_SQL + " characters.");
        }
        if (sql != null && sql.stripLeading().startsWith("\\")) {
            problems.add("rehearsalSql", "Give SQL; psql's own commands are not run.");
        }
        return new RehearsalPolicy(
                schedule == null || schedule.isEmpty() ? null : cron("rehearsalSchedule", schedule),
                sql == null || sql.isBlank() ? null : sql);
    }

    private @Nullable CronExpression cron(String field, String text) {
        try {
            return CronExpression.parse(text);
        } catch (AppException e) {
            problems.add(
                    field,
                    e.details() instanceof FieldProblems found
                            ? found.errors().getFirst().message()
                            : String.valueOf(e.getMessage()));
            return null;
        }
    }

    private void checkRange(String field, int value, int most) {
        if (value < 1 || value > most) {
            problems.add(field, "Use 1 to " + most + ".");
        }
    }

    private DestinationKeys keys(String accessKeyId, String secretAccessKey) {
        if (accessKeyId.isBlank()) {
            problems.add("dest.accessKeyId", "Give the id of the key.");
        }
        if (secretAccessKey.isBlank()) {
            problems.add("dest.secretAccessKey", "Give the key's secret.");
        }
        return new DestinationKeys(accessKeyId, secretAccessKey);
    }

    private @Nullable Destination destination(DestinationDraft draft, @Nullable String prefix, Home home) {
        DestinationProvider provider = Arrays.stream(DestinationProvider.values())
                .filter(each -> each.wireName().equals(draft.provider()))
                .findFirst()
                .orElse(null);
        if (provider == null) {
            String known = Arrays.stream(DestinationProvider.values())
                    .map(DestinationProvider::wireName)
                    .collect(Collectors.joining(", "));
            problems.add("dest.provider", "Use one of these: " + known + ".");
        }
        String tidy = prefix == null ? "" : prefix.strip().replaceAll("^/+|/+$", "");
        boolean isPrefix = tidy.isEmpty()
                || (tidy.length() <= LONGEST_PREFIX
                        && Arrays.stream(tidy.split("/", -1))
                                .allMatch(each -> PREFIX_PART.matcher(each).matches()));
        if (!isPrefix) {
            problems.add(
                    "prefix", "Use letters, digits, '.', '_' and '-', separated by '/'; no part may begin with a dot.");
        }
        if (provider == DestinationProvider.FILE) {
            checkDirectory(draft.bucket(), isPrefix ? tidy : "", home);
        } else if (provider != null) {
            checkBucket(provider, draft);
        }
        return provider == null
                ? null
                : new Destination(provider, draft.bucket(), draft.region(), draft.endpoint(), tidy);
    }

    private void checkDirectory(String directory, String prefix, Home home) {
        if (directory.isBlank()) {
            problems.add("dest.bucket", "Give the directory that backups are kept in.");
            return;
        }
        if (!absolute("dest.bucket", directory)) {
            return;
        }
        // A link inside may lead elsewhere than the directory itself.
        for (Path each : new LinkedHashSet<>(List.of(Path.of(directory), Path.of(directory, prefix)))) {
            String field = each.equals(Path.of(directory)) ? "dest.bucket" : "prefix";
            if (home.contains(each)) {
                problems.add(field, "Choose a directory outside of the console's own.");
                return;
            }
            Optional<Path> cluster = clusterAround(each);
            if (cluster.isPresent()) {
                problems.add(
                        field,
                        "It lies in the cluster " + cluster.get()
                                + ", whose base backups would then hold these backups, or fail."
                                + " Choose another directory.");
                return;
            }
        }
    }

    /** The data directory of PostgreSQL that a path leads into. */
    static Optional<Path> clusterAround(Path path) {
        try {
            return Stream.iterate(FollowedLinks.of(path), Objects::nonNull, Path::getParent)
                    .filter(each -> Files.exists(each.resolve("PG_VERSION")))
                    .findFirst();
        } catch (IOException _) {
            // Who may not look at it may not write there either.
            return Optional.empty();
        }
    }

    private void checkBucket(DestinationProvider provider, DestinationDraft draft) {
        if (!BUCKET.matcher(draft.bucket()).matches()) {
            problems.add("dest.bucket", "Give the bucket's name: 3 to 63 of the characters a-z, 0-9, '.' and '-'.");
        }
        String region = draft.region();
        if (region != null && !REGION.matcher(region).matches()) {
            problems.add("dest.region", "Give a region such as eu-central-1.");
        }
        String endpoint = draft.endpoint();
        if (endpoint != null) {
            problems.or(() -> OutgoingTargets.parse("dest.endpoint", endpoint));
        } else if (provider.needsEndpoint()) {
            problems.add("dest.endpoint", "Give the address that this provider names for your account or server.");
        }
    }

    private boolean absolute(String field, @Nullable String directory) {
        if (directory == null) {
            return true;
        }
        boolean isAbsolute = directory.indexOf('\0') < 0
                && Path.of(directory).isAbsolute()
                && Path.of(directory).normalize().equals(Path.of(directory));
        if (!isAbsolute) {
            problems.add(field, "Give an absolute directory, without \"..\".");
        }
        return isAbsolute;
    }
}
