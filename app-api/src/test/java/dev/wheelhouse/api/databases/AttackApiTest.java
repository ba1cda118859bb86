package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On a server that lets nobody lift the mode of a transaction. */
class AttackApiTest extends AttackRules {

    @Override
    PostgresDatabase attackedDatabase() {
        return PostgresServer.shared().newDatabase();
    }

    @Override
    Engine[] engines() {
        return Engine.values();
    }

    @Test
    void theCorpusIsAsLargeAsItSays() throws IOException {
        List<Attack> all = attacks().toList();
        assertThat(all).hasSizeGreaterThanOrEqualTo(300);
        assertThat(all.stream().filter(each -> each.kind().endsWith("*"))).hasSizeGreaterThanOrEqualTo(100);
        assertThat(all.stream().map(each -> each.engine() + each.sql())).doesNotHaveDuplicates();
    }
}
