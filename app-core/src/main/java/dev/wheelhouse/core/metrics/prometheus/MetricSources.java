package dev.wheelhouse.core.metrics.prometheus;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerService;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which servers have their metrics read elsewhere, and where. Thread-safe. */
public final class MetricSources {

    private static final String TABLE = "metric_source";
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final int MOST_LABELS = 16;
    private static final int LONGEST_VALUE = 200;
    private static final int LONGEST_TOKEN = 8192;

    private final StateStore store;
    private final Vault vault;
    private final EventLog events;
    private final ServerService servers;
    private final PrometheusClient client;
    private final JdbcMetricSourceStore sources = new JdbcMetricSourceStore();

    public MetricSources(
            StateStore store, Vault vault, EventLog events, ServerService servers, PrometheusClient client) {
        this.store = store;
        this.vault = vault;
        this.events = events;
        this.servers = servers;
        this.client = client;
    }

    /**
     * The source of a server; empty when the console collects its metrics itself.
     *
     * @throws AppException {@code insufficient_scope}; {@code not_found} for a server that the caller does not know
     */
    public Optional<MetricSource> find(Caller caller, String serverId) {
        return of(servers.forUse(caller, serverId, Scope.METRICS_READ));
    }

    /**
     * Has the metrics of a server read elsewhere. The source is asked once for that server before anything is saved.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code validation_failed} on {@code baseUrl},
     *     {@code labels} or {@code token}, also when the source does not answer or does not know the server
     */
    public MetricSource put(Caller caller, String serverId, MetricSourceDraft draft) {
        Server server = servers.forUse(caller, serverId, Scope.SERVERS_WRITE);
        URI baseUrl = OutgoingTargets.parse("baseUrl", draft.baseUrl());
        checkLabels(draft.labels());
        Optional<MetricSource> before = of(server);
        boolean sameAddress =
                before.filter(old -> old.baseUrl().equals(baseUrl)).isPresent();
        String stored = token(serverId);
        if (!sameAddress && stored != null && draft.token() == null) {
            throw AppException.invalid(
                    "token",
                    "Give the token again, or an empty one: what is stored is for "
                            + before.map(MetricSource::baseUrl)
                                    .map(URI::toString)
                                    .orElse("another address") + ".");
        }
        String token = token(draft, stored);
        long revision = before.map(MetricSource::revision).orElse(0L) + 1;
        MetricSource source = new MetricSource(server.organizationId(), serverId, baseUrl, draft.labels(), revision);
        probe(source, token);
        if (token != null) {
            vault.prepare();
        }
        store.change(tx -> {
            sources.put(tx, source);
            if (token == null) {
                vault.delete(tx, tokenOf(serverId));
            } else {
                vault.putText(tx, source.organizationId(), tokenOf(serverId), token);
            }
            Map<String, Object> data =
                    Map.of("name", server.name(), "baseUrl", baseUrl.toString(), "labels", source.labels());
            events.append(tx, caller, new NewEvent(EventKind.SERVER_METRIC_SOURCE_CHANGED, serverId, data));
        });
        return source;
    }

    /**
     * Refuses a source that nothing may be asked of, before the server is saved that it is for.
     *
     * @throws AppException {@code validation_failed} on {@code baseUrl} or {@code labels}
     */
    public void check(MetricSourceDraft draft) {
        client.check(OutgoingTargets.parse("baseUrl", draft.baseUrl()));
        checkLabels(draft.labels());
    }

    private static @Nullable String token(MetricSourceDraft draft, @Nullable String stored) {
        String token = draft.token();
        if (token == null) {
            return stored;
        }
        if (token.length() > LONGEST_TOKEN || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw AppException.invalid("token", "Give printable ASCII without blanks.");
        }
        return token.isEmpty() ? null : token;
    }

    private static void checkLabels(Map<String, String> labels) {
        if (labels.size() > MOST_LABELS) {
            throw AppException.invalid("labels", "Give at most " + MOST_LABELS + " labels.");
        }
        labels.forEach((name, value) -> {
            if (!LABEL.matcher(name).matches()) {
                throw AppException.invalid(
                        "labels." + name, "Use letters, digits and underscores, and no digit first.");
            }
            if (value.length() > LONGEST_VALUE || value.codePoints().anyMatch(Character::isISOControl)) {
                throw AppException.invalid(
                        "labels." + name, "Give at most " + LONGEST_VALUE + " characters, none of control.");
            }
        });
    }

    private void probe(MetricSource source, @Nullable String token) {
        List<LatestValue> values;
        try {
            values = client.latest(source, token);
        } catch (AppException e) {
            boolean away =
                    e.errorCode() == PlatformError.UPSTREAM_FAILED || e.errorCode() == PlatformError.UPSTREAM_TIMEOUT;
            throw away ? AppException.invalid("baseUrl", String.valueOf(e.getMessage())) : e;
        }
        if (values.isEmpty()) {
            throw AppException.invalid(
                    "labels",
                    "The source answers but has no metrics of the node exporter with these labels. Nothing was saved.");
        }
    }

    /**
     * Lets the console collect the metrics of a server itself again.
     *
     * @throws AppException {@code insufficient_scope}; {@code not_found} also when there is no source
     */
    public void delete(Caller caller, String serverId) {
        Server server = servers.forUse(caller, serverId, Scope.SERVERS_WRITE);
        store.change(tx -> {
            if (sources.find(tx, serverId).isEmpty()) {
                throw AppException.notFound("metric source of the server", serverId);
            }
            sources.deleteOf(tx, serverId);
            vault.delete(tx, tokenOf(serverId));
            NewEvent event =
                    new NewEvent(EventKind.SERVER_METRIC_SOURCE_REMOVED, serverId, Map.of("name", server.name()));
            events.append(tx, caller, event);
        });
    }

    /** The source of a server that the caller was let to. */
    public Optional<MetricSource> of(Server server) {
        return store.read(tx -> sources.find(tx, server.id()));
    }

    /** Whether a token is stored for a server's source. */
    public boolean hasToken(String serverId) {
        return token(serverId) != null;
    }

    /** The servers that the console does not collect from. */
    public Set<String> serverIds() {
        return Set.copyOf(store.read(sources::serverIds));
    }

    /** Deletes what is left of a server that is no more. */
    public void forget(String serverId) {
        store.change(tx -> {
            sources.deleteOf(tx, serverId);
            vault.deleteAll(tx, TABLE, serverId);
        });
    }

    public MetricSeries series(MetricSource source, Metric metric, Window window) {
        return client.series(source, token(source.serverId()), metric, window);
    }

    public List<LatestValue> latest(MetricSource source) {
        return client.latest(source, token(source.serverId()));
    }

    private @Nullable String token(String serverId) {
        return vault.findText(tokenOf(serverId)).orElse(null);
    }

    private static SecretRef tokenOf(String serverId) {
        return new SecretRef(TABLE, serverId, "token");
    }
}
