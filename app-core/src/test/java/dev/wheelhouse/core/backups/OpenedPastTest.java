package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.restore.Restoration;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpenedPastTest {

    private static final Caller CALLER = new Caller("org_1", "mem_1", null, Set.of(), Origin.WINDOW, "req_1", null);

    @ParameterizedTest
    @EnumSource
    void tellsAssistantsNoMoreThanItsSource(AssistantSharing sharing) {
        DatabaseConnection source = new DatabaseConnection(
                "db_1",
                "org_1",
                "shop",
                new Target.Postgres("db.example", 5432, "shop", "ada", SslMode.PREFER, null),
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                sharing,
                Instant.EPOCH,
                1);
        Restoration.Reader reader = new Restoration.Reader("reader", "secret", "shop");
        ConnectionDraft draft = new OpenedPast(CALLER, source, "shop at noon", reader).draft(null, 5433);
        assertThat(draft.sharing()).isEqualTo(sharing);
        assertThat(draft.environment()).isEqualTo(Environment.DEVELOPMENT);
        assertThat(draft.readOnly()).isTrue();
    }
}
