package dev.wheelhouse.api;

import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;

/** The names that are set, and the addresses that the API listens or listened on. Thread-safe. */
final class OwnAddresses implements Supplier<Collection<String>> {

    private final Supplier<? extends Collection<String>> names;
    private final Set<String> addresses = new CopyOnWriteArraySet<>();

    OwnAddresses(Supplier<? extends Collection<String>> names) {
        this.names = names;
    }

    void add(ListenerSettings place) {
        if (!place.inetAddress().isAnyLocalAddress()) {
            addresses.add(place.address());
        }
    }

    @Override
    public Collection<String> get() {
        List<String> all = new ArrayList<>(names.get());
        all.addAll(addresses);
        return all;
    }
}
