package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.servers.ServerService;

/** What the service works with. */
record AppParts(
        AppRecords records,
        AppRuntimes runtimes,
        AppPlaces places,
        ServerService servers,
        AppEnvironment environments,
        TrackedApps tracked,
        AppOperations operations,
        ImagePulls pulls,
        AppWatch watch) {}
