package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.push.HookEvent;
import dev.wheelhouse.core.vcs.push.Push;
import dev.wheelhouse.core.vcs.push.PushReader;
import dev.wheelhouse.core.vcs.push.PushRequest;
import dev.wheelhouse.core.vcs.push.PushSignature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes what providers send to webhooks, each delivery once. Thread-safe. */
public final class PushReceiver {

    /** How long a delivery is known again. */
    static final Duration REMEMBERED = Duration.ofDays(30);

    /** Bytes of a body; more than any of the providers sends, GitHub excepted, which stops at 25 MB. */
    public static final int LARGEST_BODY = 5 << 20;

    private final VcsConfig config;
    private final JdbcVcsConnectionStore connections;
    private final JdbcVcsHookStore hooks;
    private final VcsHooks secrets;
    private final List<PushListener> listeners = new CopyOnWriteArrayList<>();

    PushReceiver(VcsConfig config, JdbcVcsConnectionStore connections, JdbcVcsHookStore hooks, VcsHooks secrets) {
        this.config = config;
        this.connections = connections;
        this.hooks = hooks;
        this.secrets = secrets;
    }

    /** What becomes of a request. */
    public enum Outcome {
        /** There is no such webhook, or its signature is missing or wrong, which nobody is told apart. */
        REFUSED,
        TAKEN,
        /** It came before and was taken then. */
        REPEATED
    }

    private record Known(VcsHook hook, VcsKind kind, HookSecrets secrets) {}

    /** Adds a feature that acts on pushes; without one they are taken and nothing is done. */
    public void register(PushListener listener) {
        listeners.add(listener);
    }

    /** Whether there is such a webhook; what is sent to another need not be read. */
    public boolean knows(String hookId) {
        return config.store().read(tx -> hooks.find(tx, hookId)).isPresent();
    }

    /**
     * Judges a request and, when it tells of a push, has the listeners note what is to be done.
     *
     * @throws AppException {@code bad_request} for a body that is signed and yet no push; {@code vault_locked};
     *     {@code store_unavailable}
     */
    public Outcome receive(String hookId, PushRequest request) {
        Instant now = config.clock().instant();
        Optional<Known> known = find(hookId);
        if (known.isEmpty()) {
            return Outcome.REFUSED;
        }
        VcsHook hook = known.get().hook();
        VcsKind kind = known.get().kind();
        if (!PushSignature.isValid(kind, hook.signed(), known.get().secrets(), request, now)) {
            return Outcome.REFUSED;
        }
        HookEvent event = PushReader.read(kind, request);
        List<String> marks = marks(kind, request);
        return config.store().write(tx -> take(tx, hookId, marks, event, now));
    }

    private Optional<Known> find(String hookId) {
        return config.store()
                .read(tx -> hooks.find(tx, hookId))
                .flatMap(hook -> secrets.findSecrets(hook)
                        .flatMap(found -> config.store()
                                .read(tx -> connections.find(tx, hook.organizationId(), hook.connectionId()))
                                .map(connection -> new Known(hook, connection.kind(), found))));
    }

    /**
     * By what a delivery is known again: what its provider calls it and, where the signature is of the body alone, the body,
     * which somebody who saw it could send under another name. A GitLab signature has the name in it, and bodies of GitLab
     * may be the same for two pushes.
     */
    private static List<String> marks(VcsKind kind, PushRequest request) {
        List<String> marks = new ArrayList<>();
        Optional<String> id = PushReader.deliveryId(kind, request);
        id.ifPresent(each -> marks.add(Sha256.hexOfParts("id", each)));
        if (id.isEmpty() || kind != VcsKind.GITLAB) {
            marks.add(HexFormat.of().formatHex(Sha256.digest().digest(request.body())));
        }
        return marks;
    }

    private Outcome take(Transaction tx, String hookId, List<String> marks, HookEvent event, Instant now) {
        Optional<VcsHook> hook = hooks.find(tx, hookId);
        if (hook.isEmpty()) {
            return Outcome.REFUSED;
        }
        boolean isNew = true;
        for (String each : marks) {
            isNew &= hooks.take(tx, hookId, each, now);
        }
        if (!isNew) {
            return Outcome.REPEATED;
        }
        if (event instanceof Push push) {
            listeners.forEach(each -> each.onPush(tx, hook.get(), push));
        }
        return Outcome.TAKEN;
    }

    /** Forgets deliveries that are too old to be sent again. */
    void sweep() {
        config.store()
                .change(tx ->
                        hooks.forgetDeliveries(tx, config.clock().instant().minus(REMEMBERED)));
    }
}
