package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.BaseCatalog;
import dev.wheelhouse.core.backups.catalog.BaseMeta;
import dev.wheelhouse.core.backups.catalog.StoredBases;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
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
 * @param owner the id of the configuration that kept them; null where its mark is gone
 * @param note what its console wrote down; null for nothing
 * @param bases complete ones; at least one
 */
record Adoption(
        String systemIdentifier,
        @Nullable String owner,
        @Nullable ConsoleNote note,
        List<BaseMeta> bases,
        @Nullable SealKey seal) {

    /** For how long a console that keeps backups is silent at most; it writes every minute. */
    static final Duration SILENCE = Duration.ofMinutes(15);

    private static final Pattern BASE = Pattern.compile("([0-9]{1,20})/base/.*");

    /**
     * @param plain the destination
     * @throws AppException {@code validation_failed} on {@code prefix}, {@code systemIdentifier} or {@code recoveryText};
     *     {@code in_use} while another console keeps them
     */
    static Adoption find(ObjectStore plain, AdoptionDraft draft) throws StoreException {
        SealKey seal = seal(draft.recoveryText());
        String system = systemIdentifier(plain, draft.systemIdentifier());
        String owner = StoreOwner.find(plain, system).map(StoreOwner::idOf).orElse(null);
        if (owner != null) {
            refuseWhenKept(plain, system);
        }
        // Its caller closes the plain one.
        ObjectStore store = seal == null ? plain : new SealedStore(plain, seal);
        StoredBases found = new BaseCatalog(store, system).bases();
        if (found.complete().isEmpty()) {
            throw nothing(found, seal != null);
        }
        return new Adoption(system, owner, note(store, system), found.complete(), seal);
    }

    /** The bases open, so one that does not is nobody's. */
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

    private static String systemIdentifier(ObjectStore plain, @Nullable String wanted) throws StoreException {
        TreeSet<String> found = new TreeSet<>();
        for (StoredObject each : plain.list(wanted == null ? "" : digits(wanted) + "/base/")) {
            Matcher base = BASE.matcher(each.name());
            if (base.matches()) {
                found.add(base.group(1));
            }
        }
        if (found.isEmpty()) {
            throw AppException.invalid(
                    wanted == null ? "prefix" : "systemIdentifier",
                    "No backups of " + (wanted == null ? "a" : "this") + " cluster lie there.");
        }
        if (found.size() > 1) {
            throw AppException.invalid(
                    "systemIdentifier",
                    "Backups of several clusters lie there. Name one of these: " + String.join(", ", found) + ".");
        }
        return found.getFirst();
    }

    private static String digits(String text) {
        if (!text.matches("[0-9]{1,20}")) {
            throw AppException.invalid("systemIdentifier", "Give the cluster's system identifier, a number.");
        }
        return text;
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

    private static AppException nothing(StoredBases found, boolean isSealed) {
        if (found.damaged().isEmpty()) {
            return AppException.invalid("prefix", "No complete base lies there, so nothing could be restored.");
        }
        return AppException.invalid(
                "recoveryText",
                (isSealed
                                ? "This recovery key does not open what lies there; leave it empty where that is not encrypted. "
                                : "What lies there is encrypted, or damaged. Give its recovery key. ")
                        + found.damaged().getFirst());
    }
}
