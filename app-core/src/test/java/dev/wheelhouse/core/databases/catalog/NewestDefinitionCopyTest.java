package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.nio.file.Path;

/** Held against the catalogue alone where {@code pg_dump} 18 is not installed: Debian 12 and Maven Central lack it. */
final class NewestDefinitionCopyTest extends DefinitionCopyRules {

    @Override
    PostgresDatabase database() {
        return PostgresServer.shared().newPowerfulDatabase();
    }

    @Override
    Path pgDump() {
        return Path.of("/usr/lib/postgresql/18/bin/pg_dump");
    }
}
