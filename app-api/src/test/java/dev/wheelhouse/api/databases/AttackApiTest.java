package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;

/** On a server that lets nobody lift the mode of a transaction. */
class AttackApiTest extends AttackRules {

    @Override
    PostgresDatabase attackedDatabase() {
        return PostgresServer.shared().newDatabase();
    }

    @Override
    int column() {
        return 0;
    }
}
