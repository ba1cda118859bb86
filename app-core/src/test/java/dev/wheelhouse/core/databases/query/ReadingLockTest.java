package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;

/** On a server that lets nobody lift the mode of a transaction. */
class ReadingLockTest extends ReadingLockRules {

    @Override
    PostgresDatabase newDatabase() {
        return PostgresServer.shared().newDatabase();
    }
}
