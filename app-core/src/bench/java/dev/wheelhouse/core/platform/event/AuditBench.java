package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How fast a log is verified, against a loop that reads the same rows from the same SQLite file and hashes their bytes. */
public final class AuditBench {

    private static final int EVENTS = 100_000;
    private static final int AT_ONCE = 1_000;
    private static final int ROUNDS = 5;
    private static final int WARM_UPS = 2;
    private static final double SHARE = 0.5;
    private static final int COLUMNS = 7;

    private AuditBench() {}

    public static List<Measurement> run() throws IOException, SQLException {
        Path home = Files.createTempDirectory("wheelhouse-audit");
        try (OpenState state = OpenState.create(StateKind.SQLITE, home)) {
            Caller owner = state.organizations().newOrganization();
            fill(state, owner);
            EventVerification verification = new EventVerification(state.store());
            List<Double> ours = new ArrayList<>();
            List<Double> bare = new ArrayList<>();
            for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                long began = System.nanoTime();
                EventVerification.Result result = verification.verify(owner);
                double verified = seconds(began);
                if (result.fault() != null || result.last() != EVENTS) {
                    throw new IllegalStateException("The log of the benchmark is not whole: " + result);
                }
                double hashed = hashed(home);
                if (round >= WARM_UPS) {
                    ours.add(EVENTS / verified);
                    bare.add(EVENTS / hashed);
                }
            }
            return List.of(Measurement.atLeast(
                    "audit-verify",
                    "events of a log verified",
                    new Repetitions(ours),
                    "/s",
                    new Repetitions(bare),
                    SHARE,
                    "100,000 events, SQLite; the peer reads them in one statement and hashes their bytes"));
        }
    }

    private static void fill(OpenState state, Caller owner) {
        EventLog log = new EventLog(state.store(), state.ids(), state.clock(), "srv_here");
        for (int i = 0; i < EVENTS; i += AT_ONCE) {
            int from = i;
            state.store().change(tx -> {
                for (int j = from; j < from + AT_ONCE; j++) {
                    Map<String, Object> data = Map.of("name", "key " + j, "scopes", List.of("databases:query", "apps:read"));
                    log.append(tx, owner, new NewEvent(EventKind.API_KEY_CREATED, "key_" + j, data));
                }
            });
        }
    }

    /** In seconds. */
    private static double hashed(Path home) throws SQLException {
        long began = System.nanoTime();
        int rows = 0;
        MessageDigest digest = Sha256.digest();
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("state.db"));
                Statement statement = file.createStatement();
                ResultSet found = statement.executeQuery("SELECT id, kind, subject_id, occurred_at, actor, data, hash"
                        + " FROM event ORDER BY organization_id, ordinal")) {
            while (found.next()) {
                for (int column = 1; column <= COLUMNS; column++) {
                    digest.update(found.getBytes(column));
                }
                digest.digest();
                rows++;
            }
        }
        if (rows != EVENTS) {
            throw new IllegalStateException("The peer read " + rows + " rows");
        }
        return seconds(began);
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
