package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.signing.HomeSigner;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest events that homes signed: each home's last one in the state, for the others, and its own in a file of the home
 * too, where whoever can only write to the state does not reach it. Thread-safe.
 */
final class SignedHeads {

    private static final System.Logger LOG = System.getLogger(SignedHeads.class.getName());

    private static final String FILE = "audit-heads.json";

    private static final String RESTORED = "If the state was restored from a copy, that is why: delete the file " + FILE
            + " in that home to begin anew.";

    /** What the file holds: the head of each organization's log. */
    private record OwnHeads(Map<String, SignedHead> heads) {
        OwnHeads {
            Objects.requireNonNull(heads);
        }
    }

    private final StateStore store;
    private final Home home;
    private final String homeId;
    private final HomeSigner signer;
    private final Clock clock;
    private final JdbcEventStore events = new JdbcEventStore();
    private final Table<SignedHead> heads = new Table<>("event_head", Columns.of(SignedHead.class));

    SignedHeads(StateStore store, Home home, String homeId, HomeSigner signer, Clock clock) {
        this.store = store;
        this.home = home;
        this.homeId = homeId;
        this.signer = signer;
        this.clock = clock;
    }

    /**
     * Signs the newest event of each log; what is locked is left for the next time. A log that is not the one that this home
     * signed before is not signed again: what it signed stays, and shows what is missing.
     */
    synchronized void sign() {
        Map<String, SignedHead> own = new TreeMap<>(readOrSetAside());
        boolean any = false;
        for (String organization : store.read(events::organizations)) {
            Optional<String> fault = Optional.ofNullable(own.get(organization)).flatMap(this::faultOf);
            if (fault.isPresent()) {
                LOG.log(System.Logger.Level.ERROR, "The events of {0} are not signed: {1}", organization, fault.get());
                continue;
            }
            Optional<SignedHead> signed = store.read(tx -> events.after(tx, organization, 0, 1)).stream()
                    .findFirst()
                    .flatMap(oldest -> SignedHead.of(
                            organization,
                            oldest.ordinal(),
                            store.read(tx -> events.head(tx, organization)),
                            clock.instant(),
                            homeId,
                            signer));
            signed.ifPresent(head -> {
                store.change(tx -> put(tx, head));
                own.put(organization, head);
            });
            any |= signed.isPresent();
        }
        if (any) {
            try {
                home.writePrivately(FILE, Json.write(new OwnHeads(own)) + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException("The file " + home.file(FILE) + " cannot be written", e);
            }
        }
    }

    /**
     * What was exported, signed now; empty where this home's keys are locked, and where the log is not the one that it signed
     * before.
     */
    Optional<SignedHead> sign(String organizationId, long oldest, ChainHead newest) {
        Optional<String> fault =
                Optional.ofNullable(readOrSetAside().get(organizationId)).flatMap(this::faultOf);
        return fault.isPresent()
                ? Optional.empty()
                : SignedHead.of(organizationId, oldest, newest, clock.instant(), homeId, signer);
    }

    /** Why a log is not the one that was signed; empty when it is, or when what was signed was removed for its age. */
    Optional<String> faultOf(SignedHead signed) {
        if (!signed.isGenuine()) {
            return Optional.of("The signature under event " + signed.ordinal() + " is not one of the home "
                    + signed.homeId() + ".");
        }
        String organization = signed.organizationId();
        Optional<String> stored = store.read(tx -> events.after(tx, organization, signed.ordinal() - 1, 1).stream()
                .filter(row -> row.ordinal() == signed.ordinal())
                .map(EventRow::hash)
                .findFirst());
        // Read after the event, which may have been removed for its age in between.
        EventCheckpoint checkpoint =
                store.read(tx -> events.checkpoint(tx, organization)).orElse(null);
        if (stored.isEmpty() && checkpoint != null && signed.ordinal() < checkpoint.ordinal()) {
            return Optional.empty();
        }
        String hash = stored.isEmpty() && checkpoint != null && signed.ordinal() == checkpoint.ordinal()
                ? checkpoint.hash()
                : stored.orElse(null);
        if (hash == null) {
            return Optional.of("The newest events are missing: " + signed.when() + ". " + RESTORED);
        }
        return signed.hash().equals(hash)
                ? Optional.empty()
                : Optional.of("Events were written anew: " + signed.when() + ", and it was another one. " + RESTORED);
    }

    private void put(Transaction tx, SignedHead head) {
        tx.execute(
                "DELETE FROM event_head WHERE organization_id = ? AND home_id = ?",
                head.organizationId(),
                head.homeId());
        heads.insert(tx, head);
    }

    /** All that are known of a log. */
    List<SignedHead> of(String organizationId) {
        List<SignedHead> known = new ArrayList<>(
                store.read(tx -> heads.select(tx, "WHERE organization_id = ? ORDER BY home_id", organizationId)
                        .list()));
        SignedHead own = readOwn().get(organizationId);
        if (own != null) {
            known.add(own);
        }
        return known;
    }

    /** @throws UncheckedIOException when the file cannot be read, or is damaged */
    private Map<String, SignedHead> readOwn() {
        try {
            String text = home.readText(FILE);
            return text == null ? Map.of() : Json.read(text, OwnHeads.class).heads();
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + home.file(FILE) + " cannot be read", e);
        }
    }

    private Map<String, SignedHead> readOrSetAside() {
        try {
            return readOwn();
        } catch (UncheckedIOException e) {
            Path aside = home.file(FILE + ".damaged-" + clock.millis());
            LOG.log(System.Logger.Level.ERROR, "What this home signed cannot be read; it lies in " + aside + " now", e);
            try {
                Files.move(home.file(FILE), aside);
            } catch (IOException failed) {
                throw new UncheckedIOException("The file " + home.file(FILE) + " cannot be set aside", failed);
            }
            return Map.of();
        }
    }
}
