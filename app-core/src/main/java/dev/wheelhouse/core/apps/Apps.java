package dev.wheelhouse.core.apps;

/** The feature as the composition root and both faces see it. */
public final class Apps implements AutoCloseable {

    private final AppWatch watch;
    private final AppService service;
    private final AppReleases releases;

    private Apps(AppsConfig config) {
        AppRecords records = new AppRecords(config.store(), config.events());
        AppRuntimes runtimes = new AppRuntimes(config.runtimes());
        AppPlaces places = new AppPlaces(config.servers());
        AppEnvironment environments = new AppEnvironment(config.vault());
        TrackedApps tracked = new TrackedApps();
        AppObserver observer = new AppObserver(config, records, runtimes, new AppEvents(places, environments));
        AppOperations operations = new AppOperations(records, runtimes, places, environments, tracked, observer);
        watch = new AppWatch(config, runtimes, records, places, tracked, observer, operations, System::nanoTime);
        service = new AppService(config, records, runtimes, places, environments, tracked, operations, watch);
        releases = new AppReleases(service, records, runtimes, places, environments, operations);
        config.servers()
                .service()
                .registerUse((tx, serverId) -> records.apps().namesOn(tx, serverId).stream()
                        .map(name -> "the app " + name)
                        .toList());
    }

    /** Makes the feature; nothing is watched before {@link #start}. */
    public static Apps open(AppsConfig config) {
        return new Apps(config);
    }

    /** Begins to watch; once the state is open. */
    public void start() {
        watch.start();
    }

    public AppService service() {
        return service;
    }

    /** What a new release of an app does with it. */
    public AppReleases releases() {
        return releases;
    }

    /** Ends every watch; what runs goes on. */
    @Override
    public void close() {
        watch.close();
    }
}
