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
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Reads and changes settings. Thread-safe; a change holds at once here, and within a second on other consoles. */
public final class SettingsService {

    private static final System.Logger LOG = System.getLogger(SettingsService.class.getName());
    private static final int LONGEST_PASSWORD = 1000;

    private final StateStore store;
    private final Vault vault;
    private final EventLog events;
    private final SettingsFile file;
    private final LiveSettings live;
    private final EarlierSettings earlier;
    private final JdbcSettingsStore rows = new JdbcSettingsStore();
    private final ReentrantLock changing = new ReentrantLock();
    private volatile ListenerSettings listening;
    private volatile @Nullable ListenerSwitch listenerSwitch;

    /** Reads the file of the home; the state is asked later. */
    public SettingsService(StateStore store, Vault vault, EventLog events, SettingsFile file) {
        this.store = store;
        this.vault = vault;
        this.events = events;
        this.file = file;
        SettingsFile.Loaded loaded = file.load();
        this.earlier = loaded.earlier();
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
            boolean taken = store.write(tx -> rows.put(tx, new SettingsRow(ownerOrganizationId, settings, false, 1)));
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
                .orElseGet(() -> new SettingsRow(organizationId, "{}", false, 0));
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
                row.smtpPassword(),
                switcher == null ? null : switcher.trial().orElse(null),
                listening.isSamePlaceAs(home.listener()) ? List.of() : List.of("listener"));
    }

    /**
     * Saves what changed. Another address, port or certificate of the listener is not saved: it is opened on trial beside
     * the present one, and saved when a call with a valid token arrives there.
     *
     * @param expected the version that the draft was made of; null for whatever is there
     * @return everything as it is then
     * @throws AppException {@code insufficient_scope}, also for what belongs to the home of another organization;
     *     {@code validation_failed}; {@code precondition_failed} when somebody else was faster; {@code conflict} while
     *     another listener is on trial
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
        if (draft.smtpPassword() instanceof SecretChange.Replace(String password) && password != null) {
            Smtp smtp = draft.organization().smtp();
            if (smtp == null || smtp.user() == null) {
                problems.add("smtp.user", "Give the user whose password this is.");
            }
            if (password.isEmpty() || password.length() > LONGEST_PASSWORD) {
                problems.add("smtp.password", "Give 1 to " + LONGEST_PASSWORD + " characters, or null for none.");
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
        boolean password = passwordAfter(before, draft);
        if (trying != null) {
            trying.begin(wanted, () -> keep(caller, wanted));
        }
        try {
            save(caller, stored, draft, home, password);
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
        change(
                caller,
                new SettingsDraft(
                        now.organization().withPrivateHost(host), now.smtpPassword(), now.listener(), now.appearance()),
                null);
    }

    private void requireOwnHome(Caller caller) {
        if (!caller.organizationId().equals(live.ownerOrganizationId())) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "The listener and the appearance belong to this console's owner. Ask the owner to change them.");
        }
    }

    /** Whether a password is stored then. */
    private static boolean passwordAfter(Settings before, SettingsDraft draft) {
        Smtp smtp = draft.organization().smtp();
        if (smtp == null || smtp.user() == null) {
            return false;
        }
        return switch (draft.smtpPassword()) {
            case SecretChange.Replace(String password) -> password != null;
            case SecretChange.Keep() -> {
                Smtp old = before.organization().smtp();
                if (before.hasSmtpPassword() && (old == null || !smtp.mayHavePasswordOf(old))) {
                    throw AppException.invalid(
                            "smtp.password",
                            "Give the password again, or null for none: what is stored is for another server or user.");
                }
                yield before.hasSmtpPassword();
            }
        };
    }

    private void save(Caller caller, Stored stored, SettingsDraft draft, HomeSettings home, boolean password) {
        Settings before = stored.settings();
        boolean replaced =
                draft.smtpPassword() instanceof SecretChange.Replace && (password || before.hasSmtpPassword());
        boolean organization = replaced
                || password != before.hasSmtpPassword()
                || !draft.organization().equals(before.organization());
        boolean ofHome = !home.equals(before.home());
        if (!organization && !ofHome) {
            return;
        }
        if (replaced && password) {
            vault.prepare();
        }
        Map<String, Object> told = SettingsDifference.of(before, draft.organization(), home);
        if (replaced || password != before.hasSmtpPassword()) {
            told.put("smtpPassword", password ? "changed" : "removed");
        }
        AtomicBoolean written = new AtomicBoolean();
        try {
            store.change(tx -> {
                if (organization) {
                    saveOrganization(tx, caller, draft, password, stored.revision());
                }
                events.append(tx, caller, new NewEvent(EventKind.SETTINGS_CHANGED, caller.organizationId(), told));
                if (ofHome) {
                    file.save(home);
                    written.set(true);
                }
            });
        } catch (RuntimeException e) {
            if (written.get()) {
                putBack(before.home(), e);
            }
            throw e;
        }
        live.changed(caller.organizationId(), home);
    }

    private void putBack(HomeSettings home, RuntimeException cause) {
        try {
            file.save(home);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private void saveOrganization(Transaction tx, Caller caller, SettingsDraft draft, boolean password, long revision) {
        String organizationId = caller.organizationId();
        SettingsRow next = new SettingsRow(organizationId, Json.write(draft.organization()), password, revision + 1);
        if (!rows.put(tx, next)) {
            throw changedMeanwhile();
        }
        SecretRef ref = passwordRef(organizationId);
        if (!password) {
            vault.delete(tx, ref);
        } else if (draft.smtpPassword() instanceof SecretChange.Replace(String secret) && secret != null) {
            vault.putText(tx, organizationId, ref, secret);
        }
    }

    private static SecretRef passwordRef(String organizationId) {
        return new SecretRef("organization_settings", organizationId, "smtp.password");
    }

    /** What the mail server is logged in to with; empty for none. */
    public Optional<String> smtpPassword(String organizationId) {
        return vault.findText(passwordRef(organizationId));
    }

    private void keep(Caller caller, ListenerSettings wanted) {
        changing.lock();
        try {
            Stored stored = stored(caller.organizationId());
            Settings before = stored.settings();
            HomeSettings home = before.home()
                    .with(wanted.withHostNames(before.home().listener().hostNames()));
            save(caller, stored, SettingsDraft.of(before), home, before.hasSmtpPassword());
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
