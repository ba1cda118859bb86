package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and changes settings. Thread-safe; a change holds at once here, and within a second on other consoles. */
public final class SettingsService {

    private static final System.Logger LOG = System.getLogger(SettingsService.class.getName());

    private final StateStore store;
    private final Vault vault;
    private final EventLog events;
    private final SettingsFile file;
    private final LiveSettings live;
    private final EarlierSettings earlier;
    private final List<String> ignored;
    private final JdbcSettingsStore rows = new JdbcSettingsStore();
    private final ReentrantLock changing = new ReentrantLock();
    private volatile ListenerSettings listening;
    private volatile @Nullable ListenerSwitch listenerSwitch;
    private final List<Function<String, List<String>>> mailUses = new CopyOnWriteArrayList<>();

    /** Reads the file of the home; the state is asked later. */
    public SettingsService(StateStore store, Vault vault, EventLog events, SettingsFile file) {
        this.store = store;
        this.vault = vault;
        this.events = events;
        this.file = file;
        SettingsFile.Loaded loaded = file.load();
        this.earlier = loaded.earlier();
        this.ignored = loaded.ignored();
        this.listening = loaded.home().listener();
        this.live = new LiveSettings(store, loaded.home(), System::nanoTime);
    }

    /** What holds now, for whoever works by it. */
    public LiveSettings live() {
        return live;
    }

    /**
     * Takes over what an earlier version left in {@code settings.json}; once the state can be asked and before anybody
     * else sees it.
     *
     * @param ownerOrganizationId whose console this is
     */
    public void start(String ownerOrganizationId) {
        live.start(ownerOrganizationId);
        if (earlier.equals(EarlierSettings.NOTHING)) {
            return;
        }
        if (earlier.hasOfOrganization()) {
            String settings = Json.write(earlier.ofOrganization());
            boolean taken = store.write(tx -> rows.put(tx, SettingsRow.of(ownerOrganizationId, settings, Set.of(), 1)));
            LOG.log(
                    System.Logger.Level.INFO,
                    taken
                            ? "Settings of the organization were taken over from settings.json"
                            : "The organization has settings already; these of settings.json do not hold: " + earlier);
        }
        file.save(live.home());
    }

    /** @param switcher moves the API to another address; without one, a new address holds after a restart */
    public void listenBy(ListenerSwitch switcher) {
        listenerSwitch = switcher;
    }

    /** Where this console's API is; with its true port once it answers. */
    public ListenerSettings place() {
        ListenerSwitch switcher = listenerSwitch;
        return switcher == null ? live.home().listener() : switcher.place();
    }

    /**
     * Everything as it is now.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public Settings get(Caller caller) {
        caller.require(Scope.EVENTS_READ);
        return snapshot(caller.organizationId());
    }

    /** As {@link #get}, for who may change it. */
    public Settings forChange(Caller caller) {
        caller.require(Scope.ORGANIZATION_WRITE);
        return snapshot(caller.organizationId());
    }

    private Settings snapshot(String organizationId) {
        return stored(organizationId).settings();
    }

    /** @param revision of the organization's part */
    private record Stored(Settings settings, long revision) {}

    private Stored stored(String organizationId) {
        SettingsRow row = store.read(tx -> rows.find(tx, organizationId))
                .orElseGet(() -> SettingsRow.of(organizationId, "{}", Set.of(), 0));
        return new Stored(settings(row), row.revision());
    }

    private Settings settings(SettingsRow row) {
        HomeSettings home = live.home();
        ListenerSwitch switcher = listenerSwitch;
        return new Settings(
                LiveSettings.parse(row),
                home,
                ByteBuffer.wrap(Sha256.of(row.revision() + "\n" + Json.write(home)))
                        .getLong(),
                row.secrets(),
                switcher == null ? null : switcher.trial().orElse(null),
                listening.isSamePlaceAs(home.listener()) ? List.of() : List.of("listener"),
                ignored);
    }

    /**
     * Saves what changed. Another address, port or certificate of the listener is not saved: it is opened on trial beside
     * the present one, and saved when a call with a valid token arrives there.
     *
     * @param expected the version that the draft was made of; null for whatever is there
     * @return everything as it is then
     * @throws AppException {@code insufficient_scope}, also for what belongs to the home of another organization;
     *     {@code validation_failed}; {@code precondition_failed} when somebody else was faster; {@code conflict} while
     *     another listener is on trial; {@code in_use} for a mail server that is taken away from what sends over it
     */
    public Settings change(Caller caller, SettingsDraft draft, @Nullable Long expected) {
        caller.require(Scope.ORGANIZATION_WRITE);
        check(draft);
        changing.lock();
        try {
            Stored before = stored(caller.organizationId());
            if (expected != null && expected != before.settings().version()) {
                throw changedMeanwhile();
            }
            change(caller, before, draft);
        } finally {
            changing.unlock();
        }
        return snapshot(caller.organizationId());
    }

    private static AppException changedMeanwhile() {
        return new AppException(
                PlatformError.PRECONDITION_FAILED, "The settings were changed since you read them. Read them again.");
    }

    private static void check(SettingsDraft draft) {
        Problems problems = new Problems();
        SettingsRules.check(draft.organization(), problems);
        SettingsRules.check(draft.listener(), problems);
        for (SettingsSecret each : SettingsSecret.values()) {
            if (draft.change(each) instanceof SecretChange.Replace(String value) && value != null) {
                each.check(draft.organization(), value, problems);
            }
        }
        problems.throwIfAny();
    }

    private void change(Caller caller, Stored stored, SettingsDraft draft) {
        Settings before = stored.settings();
        ListenerSettings wanted = draft.listener();
        boolean moves = !wanted.isSamePlaceAs(before.home().listener());
        ListenerSwitch trying = moves ? listenerSwitch : null;
        ListenerSettings listener =
                trying != null ? before.home().listener().withHostNames(wanted.hostNames()) : wanted;
        HomeSettings home =
                new HomeSettings(listener, draft.appearance(), before.home().shares());
        if (moves || !home.equals(before.home())) {
            requireOwnHome(caller);
        }
        requireAllowed(draft.organization(), before.organization());
        requireMailServer(caller.organizationId(), draft.organization(), before.organization());
        Set<SettingsSecret> secrets = secretsAfter(before, draft);
        if (trying != null) {
            trying.begin(wanted, () -> keep(caller, wanted));
        }
        try {
            save(caller, stored, draft, home, secrets);
        } catch (RuntimeException e) {
            if (trying != null) {
                trying.abandon();
            }
            throw e;
        }
    }

    /**
     * Lets requests on a caller's behalf reach a private host, as a refusal names it.
     *
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}
     */
    public void allowPrivateHost(Caller caller, String host) {
        SettingsDraft now = SettingsDraft.of(forChange(caller));
        change(caller, now.with(now.organization().withPrivateHost(host)), null);
    }

    private void requireOwnHome(Caller caller) {
        if (!caller.organizationId().equals(live.ownerOrganizationId())) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "The listener and the appearance belong to this console's owner. Ask the owner to change them.");
        }
    }

    /** @param use the names, in words, of what an organization sends over its mail server */
    public void registerMailUse(Function<String, List<String>> use) {
        mailUses.add(use);
    }

    private void requireMailServer(String organizationId, OrganizationSettings now, OrganizationSettings before) {
        if (now.smtp() != null || before.smtp() == null) {
            return;
        }
        List<String> users = mailUses.stream()
                .flatMap(each -> each.apply(organizationId).stream())
                .toList();
        if (!users.isEmpty()) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "The mail server is used by " + String.join(", ", users) + ". Switch that off first.");
        }
    }

    /** Refuses another address of the assistant's server when it says by itself that it is private, and is not named. */
    private static void requireAllowed(OrganizationSettings now, OrganizationSettings before) {
        AssistantSettings assistant = now.assistant();
        if (assistant != null
                && (before.assistant() == null
                        || !assistant.baseUrl().equals(before.assistant().baseUrl()))) {
            OutgoingTargets.requireNamed("assistant.baseUrl", assistant.baseUri(), now.privateHosts());
        }
    }

    /** Those that are stored then. */
    private static Set<SettingsSecret> secretsAfter(Settings before, SettingsDraft draft) {
        Set<SettingsSecret> after = EnumSet.noneOf(SettingsSecret.class);
        for (SettingsSecret each : SettingsSecret.values()) {
            if (isStoredAfter(each, before, draft)) {
                after.add(each);
            }
        }
        return after;
    }

    private static boolean isStoredAfter(SettingsSecret secret, Settings before, SettingsDraft draft) {
        if (!secret.isUsed(draft.organization())) {
            return false;
        }
        return switch (draft.change(secret)) {
            case SecretChange.Replace(String value) -> value != null;
            case SecretChange.Keep() -> {
                boolean isStored = before.secrets().contains(secret);
                if (isStored && !secret.mayStay(before.organization(), draft.organization())) {
                    throw AppException.invalid(secret.path(), secret.again());
                }
                yield isStored;
            }
        };
    }

    private void save(
            Caller caller, Stored stored, SettingsDraft draft, HomeSettings home, Set<SettingsSecret> secrets) {
        Settings before = stored.settings();
        Map<String, Object> told = SettingsDifference.of(before, draft.organization(), home);
        boolean ofSecrets = false;
        boolean seals = false;
        for (SettingsSecret each : SettingsSecret.values()) {
            boolean was = before.secrets().contains(each);
            boolean is = secrets.contains(each);
            boolean isNew = is && draft.change(each) instanceof SecretChange.Replace;
            if (isNew || was != is) {
                told.put(each.told(), is ? "changed" : "removed");
                ofSecrets = true;
            }
            seals |= isNew;
        }
        boolean organization = ofSecrets || !draft.organization().equals(before.organization());
        boolean ofHome = !home.equals(before.home());
        if (!organization && !ofHome) {
            return;
        }
        if (seals) {
            vault.prepare();
        }
        store.change(tx -> {
            if (organization) {
                saveOrganization(tx, caller, draft, secrets, stored.revision());
            }
            events.append(tx, caller, new NewEvent(EventKind.SETTINGS_CHANGED, caller.organizationId(), told));
            if (ofHome) {
                file.save(home);
                tx.afterRollback(() -> file.save(before.home()));
            }
        });
        live.changed(caller.organizationId(), home);
    }

    private void saveOrganization(
            Transaction tx, Caller caller, SettingsDraft draft, Set<SettingsSecret> secrets, long revision) {
        String organizationId = caller.organizationId();
        String settings = Json.write(draft.organization());
        if (!rows.put(tx, SettingsRow.of(organizationId, settings, secrets, revision + 1))) {
            throw changedMeanwhile();
        }
        for (SettingsSecret each : SettingsSecret.values()) {
            if (!secrets.contains(each)) {
                vault.delete(tx, each.ref(organizationId));
            } else if (draft.change(each) instanceof SecretChange.Replace(String value) && value != null) {
                vault.putText(tx, organizationId, each.ref(organizationId), value);
            }
        }
    }

    /** What the mail server is logged in to with; empty for none. */
    public Optional<String> smtpPassword(String organizationId) {
        return vault.findText(SettingsSecret.SMTP_PASSWORD.ref(organizationId));
    }

    /**
     * A model's server with the key that was given for it.
     *
     * @param apiKey null for none
     */
    public record AssistantAccess(
            AssistantSettings settings, @Nullable String apiKey) {

        /** Never the key. */
        @Override
        public String toString() {
            return "AssistantAccess[" + settings.baseUrl() + "]";
        }
    }

    /**
     * The model that answers in an organization's conversations; empty for none.
     *
     * @throws AppException {@code vault_locked}
     */
    public Optional<AssistantAccess> assistant(String organizationId) {
        // Both at once, so that no key goes to an address that it was not given for.
        return store.read(tx -> rows.find(tx, organizationId)
                .flatMap(row -> Optional.ofNullable(LiveSettings.parse(row).assistant()))
                .map(settings -> new AssistantAccess(
                        settings,
                        vault.find(tx, SettingsSecret.ASSISTANT_KEY.ref(organizationId))
                                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                                .orElse(null))));
    }

    private void keep(Caller caller, ListenerSettings wanted) {
        changing.lock();
        try {
            Stored stored = stored(caller.organizationId());
            Settings before = stored.settings();
            HomeSettings home = before.home()
                    .with(wanted.withHostNames(before.home().listener().hostNames()));
            save(caller, stored, SettingsDraft.of(before), home, before.secrets());
            listening = home.listener();
        } finally {
            changing.unlock();
        }
    }

    /**
     * Keeps the listener that is on trial; for the person at the window, who does not come through it. Nothing happens when
     * there is none.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public void confirmListener(Caller caller) {
        caller.require(Scope.ORGANIZATION_WRITE);
        requireOwnHome(caller);
        ListenerSwitch switcher = listenerSwitch;
        if (switcher != null) {
            switcher.confirm();
        }
    }
}
