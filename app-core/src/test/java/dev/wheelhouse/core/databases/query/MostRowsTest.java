package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.OpenCore;

class MostRowsTest extends MostRowsRules {

    @Override
    DatabaseConnection connect(OpenCore core) {
        return core.connect(Engine.POSTGRESQL);
    }
}
