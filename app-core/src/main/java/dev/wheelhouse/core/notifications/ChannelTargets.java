package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Where channels lead, in the vault: the fields of each as one secret. Thread-safe. */
final class ChannelTargets {

    private static final String TABLE = "notification_channel";

    private final StateStore store;
    private final Vault vault;
    private final JdbcChannelStore channels;
    private final URI telegram;

    ChannelTargets(StateStore store, Vault vault, JdbcChannelStore channels, URI telegram) {
        this.store = store;
        this.vault = vault;
        this.channels = channels;
        this.telegram = telegram;
    }

    private static SecretRef ref(String id) {
        return new SecretRef(TABLE, id, "target");
    }

    ChannelTarget of(ChannelKind kind, Map<String, String> fields) {
        return ChannelTarget.of(kind, fields, telegram);
    }

    /**
     * What is stored, with other fields in place of some of it.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code vault_locked}
     */
    ChannelTarget changed(NotificationChannel channel, Map<String, String> fields) {
        Map<String, String> all = new HashMap<>();
        if (!fields.keySet().equals(channel.kind().fields())) {
            find(channel.id()).ifPresent(all::putAll);
        }
        all.putAll(fields);
        return of(channel.kind(), all);
    }

    /**
     * Where a channel leads; empty when it is gone.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code vault_locked}
     */
    Optional<ChannelTarget> find(NotificationChannel channel) {
        return find(channel.id()).map(fields -> of(channel.kind(), fields));
    }

    private Optional<Map<String, String>> find(String id) {
        return vault.findText(ref(id)).map(text -> {
            Map<String, String> fields = new HashMap<>();
            Json.readObject(text).forEach((field, value) -> fields.put(field, String.valueOf(value)));
            return fields;
        });
    }

    /** {@link Vault#prepare} was called before. */
    void put(Transaction tx, NotificationChannel channel, ChannelTarget target) {
        vault.putText(tx, channel.organizationId(), ref(channel.id()), Json.write(target.fields()));
    }

    void delete(Transaction tx, String id) {
        vault.deleteAll(tx, TABLE, id);
    }

    /**
     * Keeps where the far side says that a channel leads now. Nothing happens when somebody changed the channel meanwhile.
     *
     * @param read the channel as it was before the far side was asked
     */
    void move(NotificationChannel read, ChannelTarget target) {
        vault.prepare();
        store.change(tx -> {
            if (channels.setHint(tx, read, target.hint())) {
                put(tx, read, target);
            }
        });
    }
}
