package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.DumpMeta;
import dev.wheelhouse.core.backups.catalog.FoundRuns;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Backups whose console is lost, as another one finds them. Nothing is changed there.
 *
 * @param place the directory that has them: the cluster's system identifier, or the id of the configuration that kept dumps
 *     or copies
 * @param owner the id of the configuration that kept them; null where its mark is gone
 * @param note what its console wrote down; null for nothing
 * @param runs complete ones; at least one
 * @param segmentBytes as {@link BackupSource#segmentBytes}
 */
record Adoption(
        BackupType type,
        String place,
        @Nullable String owner,
        @Nullable ConsoleNote note,
        List<Run> runs,
        long segmentBytes,
        @Nullable SealKey seal) {

    /**
     * One of them.
     *
     * @param at when it was complete, or, of a dump or a copy, begun
     * @param start where the WAL begins that it needs; null of a dump or a copy
     */
    record Run(String id, Instant at, long bytes, @Nullable WalStart start) {

        static Run of(BaseMeta base) {
            return new Run(
                    base.runId(),
                    base.stoppedAt(),
                    base.content().storedBytes(),
                    new WalStart(
                            base.content().start().timeline(),
                            base.content().start().position()));
        }

        static Run of(DumpMeta dump) {
            return new Run(dump.runId(), Instant.parse(dump.madeAt()), dump.storedBytes(), null);
        }
    }

    /** For how long a console that keeps backups is silent at most; it writes every minute. */
    static final Duration SILENCE = Duration.ofMinutes(15);

    private static final Pattern PLACE = Pattern.compile("([0-9]{1,20}(?=/base/)|bkp_[0-9a-z]{1,40}(?=/dump/)).*");

    /**
     * @param plain the destination
     * @throws AppException {@code validation_failed} on {@code prefix}, {@code systemIdentifier} or {@code recoveryText};
     *     {@code in_use} while another console keeps them
     */
    static Adoption find(ObjectStore plain, AdoptionDraft draft) throws StoreException {
        SealKey seal = seal(draft.recoveryText());
        String place = place(plain, draft.systemIdentifier());
        String owner = StoreOwner.find(plain, place).map(StoreOwner::idOf).orElse(null);
        if (owner != null) {
            refuseWhenKept(plain, place);
        }
        // Its caller closes the plain one.
        ObjectStore store = seal == null ? plain : new SealedStore(plain, seal);
        return isOfCluster(place) ? cluster(store, place, owner, seal) : logical(store, place, owner, seal);
    }

    private static boolean isOfCluster(String place) {
        return Character.isDigit(place.charAt(0));
    }

    private static Adoption cluster(ObjectStore store, String place, @Nullable String owner, @Nullable SealKey seal)
            throws StoreException {
        List<BaseMeta> bases = complete(new BaseCatalog(store, place).bases(), seal);
        return new Adoption(
                BackupType.PITR,
                place,
                owner,
                note(store, place),
                bases.stream().map(Run::of).toList(),
                bases.getFirst().segmentBytes(),
                seal);
    }

    private static Adoption logical(ObjectStore store, String place, @Nullable String owner, @Nullable SealKey seal)
            throws StoreException {
        List<DumpMeta> dumps = complete(new DumpCatalog(store, place).dumps(), seal);
        return new Adoption(
                dumps.getFirst().database() == null ? BackupType.SQLITE : BackupType.DUMP,
                place,
                owner,
                note(store, place),
                dumps.stream().map(Run::of).toList(),
                0,
                seal);
    }

    private static <M> List<M> complete(FoundRuns<M> found, @Nullable SealKey seal) {
        if (found.complete().isEmpty()) {
            throw nothing(found, seal != null);
        }
        return found.complete();
    }

    /** The runs open, so a note that does not is nobody's. */
    private static @Nullable ConsoleNote note(ObjectStore store, String system) throws StoreException {
        try {
            return ConsoleNote.read(store, system).orElse(null);
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.DAMAGED) {
                return null;
            }
            throw e;
        }
    }

    private static @Nullable SealKey seal(@Nullable String recoveryText) {
        if (recoveryText == null || recoveryText.isBlank()) {
            return null;
        }
        try {
            return SealKey.parse(recoveryText);
        } catch (IllegalArgumentException e) {
            throw AppException.invalid("recoveryText", "This is no recovery key. " + e.getMessage());
        }
    }

    private static String place(ObjectStore plain, @Nullable String wanted) throws StoreException {
        TreeSet<String> found = new TreeSet<>();
        for (StoredObject each : plain.list(wanted == null ? "" : checked(wanted))) {
            Matcher place = PLACE.matcher(each.name());
            if (place.matches()) {
                found.add(place.group(1));
            }
        }
        if (found.isEmpty()) {
            throw wanted == null
                    ? AppException.invalid("prefix", "No backups lie there.")
                    : AppException.invalid("systemIdentifier", "No backups of this id lie there.");
        }
        if (found.size() > 1) {
            throw AppException.invalid(
                    "systemIdentifier",
                    "Backups of several clusters or databases lie there. Name one of these: " + String.join(", ", found)
                            + ".");
        }
        return found.getFirst();
    }

    /** @return the beginning of its objects' names */
    private static String checked(String place) {
        if (!PLACE.matcher(place + "/base/").matches()
                && !PLACE.matcher(place + "/dump/").matches()) {
            throw AppException.invalid(
                    "systemIdentifier",
                    "Give the cluster's system identifier, a number, or of dumps and copies the id of their"
                            + " configuration, such as bkp_01m8….");
        }
        return place + (isOfCluster(place) ? "/base/" : "/dump/");
    }

    private static void refuseWhenKept(ObjectStore plain, String system) throws StoreException {
        Optional<Instant> written = ConsoleNote.writtenAt(plain, system);
        if (written.isEmpty()) {
            return;
        }
        Instant now = storeTime(plain, system);
        if (written.get().plus(SILENCE).isAfter(now)) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "A console keeps these backups: it wrote there "
                            + Duration.between(written.get(), now).toSeconds()
                            + " s ago. End them there, or wait until it"
                            + " has been silent for " + SILENCE.toMinutes() + " minutes.");
        }
    }

    /** By the clock that the note's time is of. */
    private static Instant storeTime(ObjectStore plain, String system) throws StoreException {
        String name = system + "/adopting";
        plain.replace(name, new byte[] {'\n'});
        try {
            return plain.find(name)
                    .map(StoredObject::storedAt)
                    .orElseThrow(() -> new StoreException(
                            StoreTrouble.AWAY, "What was written there is not there yet. Try again.", null));
        } finally {
            plain.delete(List.of(name));
        }
    }

    private static AppException nothing(FoundRuns<?> found, boolean isSealed) {
        if (found.damaged().isEmpty()) {
            return AppException.invalid("prefix", "No complete backup lies there, so nothing could be restored.");
        }
        return AppException.invalid(
                "recoveryText",
                (isSealed
                                ? "This recovery key does not open what lies there; leave it empty where that is not encrypted. "
                                : "What lies there is encrypted, or damaged. Give its recovery key. ")
                        + found.damaged().getFirst());
    }
}
