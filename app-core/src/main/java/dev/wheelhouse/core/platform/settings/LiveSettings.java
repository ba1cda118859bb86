package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.StateStore;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that hold now, for whoever works by them: asked for at each use and kept nowhere. Those of an organization
 * are remembered for a second, and for as long as the state is away. Thread-safe.
 */
public final class LiveSettings {

    private static final long REMEMBERED = Duration.ofSeconds(1).toNanos();

    private final StateStore store;
    private final LongSupplier nanos;
    private final JdbcSettingsStore rows = new JdbcSettingsStore();
    private final Map<String, Remembered> organizations = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private final List<Consumer<HomeSettings>> listeners = new CopyOnWriteArrayList<>();
    private volatile HomeSettings home;
    private volatile @Nullable String owner;

    private record Remembered(OrganizationSettings settings, long at) {}

    LiveSettings(StateStore store, HomeSettings home, LongSupplier nanos) {
        this.store = store;
        this.home = home;
        this.nanos = nanos;
    }

    void start(String ownerOrganizationId) {
        owner = ownerOrganizationId;
    }

    void changed(String organizationId, HomeSettings now) {
        home = now;
        changes.incrementAndGet();
        organizations.remove(organizationId);
        listeners.forEach(each -> each.accept(now));
    }

    /** @param listener gets this console's settings after each change; must be quick */
    public void onHomeChange(Consumer<HomeSettings> listener) {
        listeners.add(listener);
    }

    String ownerOrganizationId() {
        return Objects.requireNonNull(owner, "The settings were not started");
    }

    /** Those of this console. */
    public HomeSettings home() {
        return home;
    }

    /** Those of the organization whose console this is. Waits until the state is open. */
    public OrganizationSettings organization() {
        store.awaitOpen();
        return of(ownerOrganizationId());
    }

    /** The host of the public address, in lower case, as a request's Host names it; none without one. */
    public List<String> publicNames() {
        String address = organization().publicAddress();
        return address == null
                ? List.of()
                : List.of(URI.create(address).getHost().toLowerCase(Locale.ROOT));
    }

    /** Those of an organization. */
    public OrganizationSettings of(String organizationId) {
        Remembered known = organizations.get(organizationId);
        long now = nanos.getAsLong();
        if (known != null && now - known.at() < REMEMBERED) {
            return known.settings();
        }
        long seen = changes.get();
        try {
            OrganizationSettings settings = store.read(tx -> rows.find(tx, organizationId))
                    .map(LiveSettings::parse)
                    .orElse(OrganizationSettings.DEFAULTS);
            organizations.put(organizationId, new Remembered(settings, now));
            if (changes.get() != seen) {
                // Changed while it was read: it may be what was before.
                organizations.remove(organizationId);
            }
            return settings;
        } catch (AppException e) {
            if (known == null) {
                throw e;
            }
            return known.settings();
        }
    }

    static OrganizationSettings parse(SettingsRow row) {
        return Json.readOnto(OrganizationSettings.DEFAULTS, row.settings());
    }
}
