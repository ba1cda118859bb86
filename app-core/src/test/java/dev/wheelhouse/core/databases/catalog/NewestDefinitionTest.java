package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.sql.SQLException;

final class NewestDefinitionTest extends DefinitionRules {

    @Override
    PostgresDatabase database() throws SQLException {
        return PostgresServer.shared().newPowerfulDatabase();
    }
}
