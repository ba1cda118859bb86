package dev.wheelhouse.core.apps.process;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ProcessRuntimeTest extends ProcessRules {

    private static Workers workers;
    private static Host host;

    @BeforeAll
    static void open() {
        workers = new Workers();
        host = new LocalHost(workers);
    }

    @AfterAll
    static void close() {
        host.close();
        workers.close();
    }

    @Override
    Host host() {
        return host;
    }

    @Override
    Workers workers() {
        return workers;
    }

    @Override
    void reopen() {
        host.close();
        host = new LocalHost(workers);
    }
}
