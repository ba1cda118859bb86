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
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest events that homes signed: each home's last one in the state, for the others, and its own in a file of the home
 * too, where whoever can only write to the state does not reach it. Thread-safe.
 */
final class SignedHeads {

    private static final String FILE = "audit-heads.json";

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

    /** Signs the newest event of each log; what is locked is left for the next time. */
    synchronized void sign() {
        Map<String, Object> own = new TreeMap<>(readOwn());
        boolean any = false;
        for (String organization : store.read(events::organizations)) {
            Optional<SignedHead> signed = sign(organization, store.read(tx -> events.head(tx, organization)));
            signed.ifPresent(head -> {
                store.change(tx -> put(tx, head));
                own.put(organization, head);
            });
            any |= signed.isPresent();
        }
        if (any) {
            try {
                home.writePrivately(FILE, Json.write(own) + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException("The file " + home.file(FILE) + " cannot be written", e);
            }
        }
    }

    /** An event of a log, signed now as its newest; empty where this home's keys are locked. */
    Optional<SignedHead> sign(String organizationId, ChainHead head) {
        return SignedHead.of(organizationId, head, clock.instant(), homeId, signer);
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
        Object own = readOwn().get(organizationId);
        if (own != null) {
            known.add(Json.read(Json.write(own), SignedHead.class));
        }
        return known;
    }

    private Map<String, Object> readOwn() {
        try {
            String text = home.readText(FILE);
            return text == null ? Map.of() : Json.readObject(text);
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + home.file(FILE) + " cannot be read", e);
        }
    }
}
