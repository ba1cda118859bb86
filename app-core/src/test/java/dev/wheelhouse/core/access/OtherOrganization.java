package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.store.NativeCalls;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** A second organization in the state of a console, for tests of what one may see of another. */
public final class OtherOrganization {

    private OtherOrganization() {}

    /**
     * Adds an organization with an owner and a key that may do everything in it. The console may be running.
     *
     * @param home of a console whose state is a SQLite file
     * @return the key's token
     */
    public static String addTo(Path home) {
        Clock clock = Clock.systemUTC();
        Instant now = clock.instant();
        SplittableRandom random = new SplittableRandom();
        IdGenerator ids = new IdGenerator(clock, random);
        Token token = Token.generate(random);
        Member owner = new Member(ids.next("mem"), ids.next("org"), "Stranger", null, Role.OWNER, now, null);
        ApiKey key = new ApiKey(
                ids.next("key"),
                owner.organizationId(),
                owner.id(),
                null,
                null,
                "Stranger's key",
                List.of(ApiKey.ALL_SCOPES),
                token.displayPrefix(),
                token.lastFour(),
                null,
                6000,
                null,
                now);
        JdbcAccessStore rows = new JdbcAccessStore();
        StateStoreConfig config = new StateStoreConfig.SqliteFile(home.resolve("state.db"), home.resolve("copies"));
        try (StateStore store = StateStore.open(config, NativeCalls.SAME_THREAD)) {
            store.change(tx -> {
                rows.insertOrganization(tx, owner.organizationId(), "Strangers", now);
                rows.insertMember(tx, owner);
                rows.insertKey(tx, key, token.hash());
            });
        }
        return token.text();
    }
}
