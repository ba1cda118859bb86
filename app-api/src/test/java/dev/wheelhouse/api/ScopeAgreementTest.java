package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.backups.AdoptionDraft;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.backups.DestinationDraft;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditOperation;
import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.databases.history.HistoryFilter;
import dev.wheelhouse.core.databases.query.ExplainRequest;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.databases.tables.ValueService;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scope that a route declares is the one its service checks: without it the service refuses, with it alone it does
 * not speak of scopes. The window and other faces call the services without any route.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScopeAgreementTest {

    private static final PageRequest PAGE = new PageRequest(10, null);

    private TestConsole console;
    private ConnectionClient connection;
    private final Map<String, Consumer<Caller>> services = new LinkedHashMap<>();

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        connection = console.addSqlite();
        connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)");
        listAccess();
        listVault();
        listServers();
        listMetrics();
        listApps();
        listSchedules();
        listBackups();
        listDeployments();
        listMail();
        listPublishing();
        listVcs();
        listConversations();
        listChannels();
        listWebhooks();
        listConnections();
        listStatements();
        listTables();
        services.put("GET /events/{id}", caller -> console.core().events().get(caller, "evt_none"));
        services.put(
                "GET /events/{id}/deliveries", caller -> console.core().events().get(caller, "evt_none"));
        services.put("GET /event-kinds", caller -> console.core().events().kinds(caller));
        services.put(
                "GET /events/stream", caller -> console.core().eventFollowers().follow(caller, EventFilter.ALL, null));
        services.put(
                "GET /events/export", caller -> console.core().audit().export(caller, OutputStream.nullOutputStream()));
        services.put("POST /events/verify", caller -> console.core().audit().verify(caller));
        SettingsService settings = console.core().settings();
        SettingsDraft same =
                SettingsDraft.of(settings.get(console.core().access().windowCaller("req_test")));
        services.put("GET /settings", settings::get);
        services.put("PATCH /settings", caller -> settings.change(caller, same, null));
        services.put("GET /events", caller -> console.core().events().list(caller, EventFilter.ALL, PAGE));
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private void listAccess() {
        var keys = console.core().access().apiKeys();
        services.put(
                "POST /api-keys", caller -> keys.create(caller, new NewApiKey("k", List.of("events:read"), 7, null)));
        services.put("GET /api-keys", caller -> keys.list(caller, PAGE));
        services.put("GET /api-keys/{id}", caller -> keys.get(caller, "key_none"));
        services.put("PATCH /api-keys/{id}", caller -> keys.setRequestsPerMinute(caller, "key_none", 60));
        services.put("DELETE /api-keys/{id}", caller -> keys.delete(caller, "key_none", false, false));
        var members = console.core().access().members();
        services.put("GET /members", caller -> members.list(caller, PAGE));
        services.put("GET /members/{id}", caller -> members.get(caller, "mem_none"));
        services.put("PATCH /members/{id}", caller -> members.changeRole(caller, "mem_none", Role.VIEWER, Role.MEMBER));
        services.put("DELETE /members/{id}", caller -> members.remove(caller, "mem_none"));
        var organizations = console.core().access().organizations();
        services.put("PATCH /organization", caller -> organizations.rename(caller, "none", "other"));
        var invites = console.core().access().invites();
        services.put("POST /members/invites", caller -> invites.create(caller, "none", Role.VIEWER));
        services.put("GET /members/invites", caller -> invites.list(caller, PAGE));
        services.put("GET /members/invites/{id}", caller -> invites.get(caller, "inv_none"));
        services.put("DELETE /members/invites/{id}", caller -> invites.delete(caller, "inv_none"));
    }

    private void listVault() {
        var vault = console.core().vault();
        services.put("GET /vault", vault::status);
        services.put("POST /vault/unlock", caller -> vault.unlock(caller, "none"));
        services.put("POST /vault/lock", vault::lock);
        services.put("POST /vault/passphrase", caller -> vault.setPassphrase(caller, null, null, false));
        services.put("POST /vault/invitations", vault::invite);
        services.put("POST /vault/rotate", vault::rotate);
        services.put("DELETE /vault/homes/{id}", caller -> vault.removeHome(caller, "srv_none"));
    }

    private void listServers() {
        ServerService servers = console.core().servers().service();
        String own = servers.ownId();
        ServerDraft.Auth agent = new ServerDraft.Auth(
                ServerAuthType.AGENT, SecretChange.keep(), SecretChange.keep(), SecretChange.keep());
        ServerDraft draft = new ServerDraft("nowhere", ServerKind.SSH, "127.0.0.1", 1, "ada", agent);
        services.put("POST /servers", caller -> servers.create(caller, draft));
        services.put("GET /servers", caller -> servers.list(caller, PAGE));
        services.put("POST /servers/test", caller -> servers.testDraft(caller, draft, null, null));
        services.put("GET /servers/{id}", caller -> servers.get(caller, own));
        services.put("PATCH /servers/{id}", caller -> servers.update(caller, own, draft, null));
        services.put("DELETE /servers/{id}", caller -> servers.delete(caller, "srv_none", null));
        services.put("POST /servers/{id}/test", caller -> servers.test(caller, own));
        services.put(
                "GET /servers/{id}/disk-usage",
                caller -> console.core().servers().diskUsage().look(caller, own, "/none"));
        services.put("POST /servers/{id}/trust-host-key", caller -> servers.trustHostKey(caller, own, "none"));
    }

    private void listConversations() {
        var conversations = console.core().conversations().service();
        var plans = console.core().conversations().plans();
        services.put("GET /assistant", conversations::describe);
        services.put("POST /conversations", caller -> conversations.create(caller, null));
        services.put("GET /conversations", caller -> conversations.list(caller, PAGE));
        services.put("GET /conversations/{id}", caller -> conversations.get(caller, "conv_none"));
        services.put("DELETE /conversations/{id}", caller -> conversations.delete(caller, "conv_none", null));
        services.put("GET /conversations/{id}/messages", caller -> conversations.messages(caller, "conv_none"));
        services.put(
                "POST /conversations/{id}/messages", caller -> conversations.send(caller, "conv_none", "/servers"));
        services.put("GET /conversations/{id}/stream", caller -> conversations.follow(caller, "conv_none", 0));
        services.put("POST /conversations/{id}/cancel", caller -> conversations.cancel(caller, "conv_none"));
        services.put("GET /conversations/{id}/plans", caller -> plans.list(caller, "conv_none"));
        services.put("GET /conversations/{id}/plans/{planId}", caller -> plans.get(caller, "conv_none", "plan_none"));
        services.put(
                "POST /conversations/{id}/plans/{planId}/approve",
                caller -> plans.approve(caller, "conv_none", "plan_none", null));
        services.put(
                "POST /conversations/{id}/plans/{planId}/reject",
                caller -> plans.reject(caller, "conv_none", "plan_none"));
    }

    private void listSchedules() {
        var schedules = console.core().schedules().service();
        var runs = console.core().schedules().runs();
        var trials = console.core().schedules().trials();
        ScheduleDraft draft = new ScheduleDraft("nightly", "srv_none", "true", "@daily", null, null, null, null, null);
        services.put("POST /schedules", caller -> schedules.create(caller, draft));
        services.put("GET /schedules", caller -> schedules.list(caller, PAGE));
        services.put("GET /schedules/preview", caller -> schedules.preview(caller, "@daily", null, 1));
        services.put("GET /schedules/pause", schedules::pausedSince);
        services.put("POST /schedules/pause", schedules::pauseAll);
        services.put("POST /schedules/resume", schedules::resumeAll);
        services.put("POST /schedules/test", caller -> trials.begin(caller, draft));
        services.put("GET /schedules/{id}", caller -> schedules.get(caller, "sch_none"));
        services.put("PATCH /schedules/{id}", caller -> schedules.update(caller, "sch_none", draft, null));
        services.put("DELETE /schedules/{id}", caller -> schedules.delete(caller, "sch_none", null));
        services.put("POST /schedules/{id}/run", caller -> runs.start(caller, "sch_none"));
        services.put("GET /schedules/{id}/runs", caller -> runs.list(caller, "sch_none", PAGE));
        services.put("GET /schedules/{id}/runs/{runId}", caller -> runs.get(caller, "sch_none", "run_none"));
        services.put("DELETE /schedules/{id}/runs/{runId}", caller -> runs.cancel(caller, "sch_none", "run_none"));
        services.put("GET /schedules/{id}/runs/{runId}/log", caller -> runs.log(caller, "sch_none", "run_none"));
    }

    private void listBackups() {
        var backups = console.core().backups().service();
        var runs = console.core().backups().runs();
        var restores = console.core().backups().restores();
        var rehearsals = console.core().backups().rehearsals();
        DestinationDraft dest = new DestinationDraft("file", "/none", "x", "x", null, null);
        BackupDraft draft = new BackupDraft(
                "srv_none", null, "@daily", null, null, null, null, dest, null, null, null, null, null, null);
        BackupPatch patch = BackupPatch.enabled(false);
        BackupDraft dump = BackupDraft.logical(
                BackupType.SQLITE, "srv_none", "db_none", "@daily", null, null, null, dest, null, null);
        services.put("POST /backup-configs", caller -> backups.create(caller, dump));
        services.put("POST /backup-configs/pitr", caller -> backups.create(caller, draft));
        AdoptionDraft adoption = new AdoptionDraft("srv_none", null, dest, null, null, null);
        services.put("POST /backup-configs/adopt", caller -> backups.adopt(caller, adoption));
        services.put("POST /backup-configs/test", caller -> backups.test(caller, draft));
        services.put("GET /backup-configs", caller -> backups.list(caller, PAGE));
        services.put("GET /backup-configs/{id}", caller -> backups.get(caller, "bkp_none"));
        services.put("PATCH /backup-configs/{id}", caller -> backups.update(caller, "bkp_none", patch, null));
        services.put("DELETE /backup-configs/{id}", caller -> backups.delete(caller, "bkp_none", false, null));
        services.put("POST /backup-configs/{id}/recovery-text", caller -> backups.recoveryText(caller, "bkp_none"));
        services.put("POST /backup-configs/{id}/base-backup", caller -> runs.startBase(caller, "bkp_none"));
        services.put("GET /backup-configs/{id}/window", caller -> restores.window(caller, "bkp_none"));
        services.put(
                "POST /backup-configs/{id}/plan",
                caller -> restores.plan(caller, "bkp_none", null, RestoreRequest.LATEST));
        services.put("GET /backup-configs/{id}/runs", caller -> runs.list(caller, "bkp_none", PAGE));
        services.put("GET /backup-configs/{id}/runs/{runId}", caller -> runs.get(caller, "bkp_none", "run_none"));
        services.put(
                "PATCH /backup-configs/{id}/runs/{runId}",
                caller -> runs.setKeep(caller, "bkp_none", "run_none", true));
        services.put("DELETE /backup-configs/{id}/runs/{runId}", caller -> runs.delete(caller, "bkp_none", "run_none"));
        services.put("GET /backup-configs/{id}/runs/{runId}/log", caller -> runs.log(caller, "bkp_none", "run_none"));
        services.put(
                "POST /backup-configs/{id}/runs/{runId}/verify", caller -> runs.verify(caller, "bkp_none", "run_none"));
        services.put("POST /backup-configs/{id}/rehearse", caller -> rehearsals.rehearse(caller, "bkp_none"));
        services.put("GET /backup-configs/{id}/rehearsals", caller -> rehearsals.list(caller, "bkp_none", PAGE));
        services.put(
                "POST /backup-configs/{id}/runs/{runId}/restore",
                caller -> restores.restore(caller, "bkp_none", "run_none", RestoreRequest.LATEST)
                        .join());
    }

    private void listVcs() {
        var connections = console.core().vcs().connections();
        VcsConnectionDraft draft = new VcsConnectionDraft(VcsKind.GITEA, "none", null, null);
        services.put("POST /vcs-connections", caller -> connections.create(caller, draft));
        services.put("GET /vcs-connections", caller -> connections.list(caller, PAGE));
        services.put("GET /vcs-connections/{id}", caller -> connections.get(caller, "vcs_none"));
        services.put("PATCH /vcs-connections/{id}", caller -> connections.update(caller, "vcs_none", draft, null));
        services.put("DELETE /vcs-connections/{id}", caller -> connections.delete(caller, "vcs_none", null));
        services.put("POST /vcs-connections/test", caller -> connections.test(caller, draft));
        services.put("POST /vcs-connections/{id}/test", caller -> connections.test(caller, "vcs_none"));
        services.put("GET /vcs-connections/{id}/repos", caller -> connections.repositories(caller, "vcs_none"));
    }

    private void listDeployments() {
        var sources = console.core().deployments().sources();
        var deployments = console.core().deployments().service();
        SourceDraft source = SourceDraft.ofRepository(null, null, null, "/none.git", null, null);
        services.put("GET /apps/{id}/source", caller -> sources.get(caller, "app_none"));
        services.put("PUT /apps/{id}/source", caller -> sources.put(caller, "app_none", source, null));
        services.put("DELETE /apps/{id}/source", caller -> sources.delete(caller, "app_none", null));
        services.put("POST /source-suggestions", caller -> sources.suggest(caller, source, null));
        services.put("POST /apps/{id}/deployments", caller -> deployments.deploy(caller, "app_none", null));
        services.put("GET /apps/{id}/deployments", caller -> deployments.list(caller, "app_none", PAGE));
        services.put("GET /deployments", caller -> deployments.list(caller, null, PAGE));
        services.put("GET /deployments/{id}", caller -> deployments.get(caller, "dep_none"));
        services.put("GET /deployments/{id}/steps", caller -> deployments.steps(caller, "dep_none"));
        services.put("GET /deployments/{id}/log", caller -> deployments.log(caller, "dep_none"));
        services.put("GET /deployments/{id}/log/stream", caller -> deployments.logFrom(caller, "dep_none", 0));
        var webhooks = console.core().deployments().webhooks();
        services.put(
                "POST /vcs-connections/{id}/webhooks",
                caller -> webhooks.make(caller, "vcs_none", "app_none", "none", "none", "http://127.0.0.1:1"));
        services.put("POST /deployments/{id}/cancel", caller -> deployments.cancel(caller, "dep_none"));
        services.put("POST /deployments/{id}/rollback", caller -> deployments.rollback(caller, "dep_none"));
    }

    private void listMail() {
        var instances = console.core().mail().instances();
        MailInstanceDraft instance = new MailInstanceDraft("none", "none", List.of(), List.of(), null, null);
        services.put("POST /mail/instances", caller -> instances.create(caller, instance));
        services.put("GET /mail/instances", caller -> instances.list(caller, PAGE));
        services.put("GET /mail/instances/{id}", caller -> instances.get(caller, "mail_none"));
        services.put("PATCH /mail/instances/{id}", caller -> instances.update(caller, "mail_none", instance, null));
        services.put("DELETE /mail/instances/{id}", caller -> instances.delete(caller, "mail_none", null));
        var keys = console.core().mail().keys();
        var domains = console.core().mail().domains();
        MailDomainDraft domain = new MailDomainDraft("mail_none", "none.example", DnsMode.MANUAL, null, null, null);
        services.put("POST /mail/domains", caller -> domains.create(caller, domain));
        services.put("GET /mail/domains", caller -> domains.list(caller, PAGE));
        services.put("GET /mail/domains/{id}", caller -> domains.get(caller, "mail_none"));
        services.put("PATCH /mail/domains/{id}", caller -> domains.update(caller, "mail_none", domain, null));
        services.put("DELETE /mail/domains/{id}", caller -> domains.delete(caller, "mail_none", null));
        services.put("GET /mail/domains/{id}/dns", caller -> domains.records(caller, "mail_none"));
        services.put("POST /mail/domains/{id}/verify", caller -> domains.verify(caller, "mail_none"));
        services.put("GET /mail/domains/{id}/zone", caller -> domains.zoneFile(caller, "mail_none"));
        services.put("GET /mail/domains/{id}/evidence", caller -> domains.evidence(caller, "mail_none"));
        services.put("GET /mail/domains/{id}/spf", caller -> domains.evidence(caller, "mail_none"));
        services.put(
                "POST /mail/domains/{id}/dkim-key",
                caller -> keys.export(caller, "mail_none", DkimExportFormat.PKCS8, null));
        services.put("POST /mail/domains/{id}/rotate-dkim", caller -> keys.rotate(caller, "mail_none", null));
        services.put("GET /mail/domains/{id}/dkim-keys", caller -> keys.list(caller, "mail_none"));
    }

    private void listPublishing() {
        var publishing = console.core().mail().publishing();
        services.put("POST /mail/domains/{id}/publish", caller -> publishing.preview(caller, "mail_none"));
        services.put("POST /mail/domains/{id}/publish/undo", caller -> publishing.undo(caller, "mail_none"));
        services.put("GET /mail/domains/{id}/publications", caller -> publishing.history(caller, "mail_none"));
    }

    private void listChannels() {
        var channels = console.core().notifications().service();
        ChannelDraft draft =
                new ChannelDraft(ChannelKind.EMAIL, "none", List.of("*"), null, null, null, null, "none@example.org");
        services.put("POST /notification-channels", caller -> channels.create(caller, draft));
        services.put("GET /notification-channels", caller -> channels.list(caller, PAGE));
        services.put("GET /notification-channels/{id}", caller -> channels.get(caller, "chan_none"));
        services.put("PATCH /notification-channels/{id}", caller -> channels.update(caller, "chan_none", draft, null));
        services.put("DELETE /notification-channels/{id}", caller -> channels.delete(caller, "chan_none", null));
        services.put("POST /notification-channels/{id}/test", caller -> channels.test(caller, "chan_none"));
        services.put(
                "GET /notification-channels/{id}/deliveries",
                caller -> channels.deliveries(caller, "chan_none", Set.of(), PAGE));
        services.put(
                "GET /notification-channels/{id}/deliveries/{deliveryId}",
                caller -> channels.delivery(caller, "chan_none", "dlv_none"));
    }

    private void listWebhooks() {
        var webhooks = console.core().webhooks().service();
        WebhookDraft draft = new WebhookDraft("none", List.of("*"), true);
        String one = "/outbound-webhooks/{id}";
        services.put("POST /outbound-webhooks", caller -> webhooks.create(caller, draft));
        services.put("GET /outbound-webhooks", caller -> webhooks.list(caller, PAGE));
        services.put("GET " + one, caller -> webhooks.get(caller, "hook_none"));
        services.put("PATCH " + one, caller -> webhooks.update(caller, "hook_none", draft, null));
        services.put("DELETE " + one, caller -> webhooks.delete(caller, "hook_none", null));
        services.put("POST " + one + "/rotate-secret", caller -> webhooks.rotateSecret(caller, "hook_none"));
        services.put("POST " + one + "/test", caller -> webhooks.test(caller, "hook_none"));
        services.put(
                "POST " + one + "/redeliver", caller -> webhooks.redeliver(caller, "hook_none", Instant.EPOCH, true));
        services.put("GET " + one + "/deliveries", caller -> webhooks.deliveries(caller, "hook_none", Set.of(), PAGE));
        services.put(
                "GET " + one + "/deliveries/{deliveryId}",
                caller -> webhooks.delivery(caller, "hook_none", "dlv_none"));
        services.put(
                "POST " + one + "/deliveries/{deliveryId}/redeliver",
                caller -> webhooks.redeliver(caller, "hook_none", "dlv_none"));
    }

    private void listApps() {
        var apps = console.core().apps().service();
        AppDraft draft = new AppDraft(
                "none",
                "srv_none",
                RuntimeKind.SYSTEMD,
                null,
                null,
                null,
                null,
                "x.service",
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        services.put("POST /apps", caller -> apps.create(caller, draft));
        services.put("GET /apps", caller -> apps.list(caller, PAGE));
        services.put("GET /apps/{id}", caller -> apps.get(caller, "app_none"));
        services.put("PATCH /apps/{id}", caller -> apps.update(caller, "app_none", draft, null));
        services.put("DELETE /apps/{id}", caller -> apps.delete(caller, "app_none", null));
        services.put("GET /apps/{id}/status", caller -> apps.status(caller, "app_none"));
        services.put("POST /apps/{id}/start", caller -> apps.start(caller, "app_none"));
        services.put("POST /apps/{id}/stop", caller -> apps.stop(caller, "app_none"));
        services.put("POST /apps/{id}/restart", caller -> apps.restart(caller, "app_none"));
        services.put("POST /apps/{id}/pull", caller -> apps.pull(caller, "app_none", false));
        services.put(
                "GET /apps/{id}/metrics/series",
                caller -> apps.series(caller, "app_none", Metric.CPU, MetricRange.HOURS_1));
        services.put(
                "GET /servers/{id}/discovered-apps", caller -> apps.discover(caller, "srv_none", RuntimeKind.SYSTEMD));
        for (String each : List.of("", "/stream", "/range", "/search", "/export")) {
            services.put("GET /apps/{id}/logs" + each, caller -> apps.log(caller, "app_none"));
            services.put("GET /logs" + each, caller -> apps.log(caller, "app_none"));
            services.put(
                    "GET /servers/{id}/logs" + each,
                    caller -> console.core().logs().service().source(caller, "srv_none", "/var/log/none"));
        }
    }

    private void listMetrics() {
        var metrics = console.core().metrics().service();
        var sources = console.core().metrics().sources();
        String own = console.core().servers().service().ownId();
        String path = "/servers/{id}/metrics";
        services.put("GET " + path, caller -> metrics.latest(caller, own));
        services.put("GET " + path + "/series", caller -> metrics.series(caller, own, Metric.CPU, MetricRange.HOURS_1));
        services.put(
                "GET " + path + "/marks",
                caller -> metrics.marks(caller, own, Instant.EPOCH, Instant.EPOCH.plusSeconds(1)));
        services.put(
                "GET " + path + "/stream",
                caller -> metrics.subscribe(caller, own, null).close());
        services.put("GET " + path + "/cost", caller -> metrics.cost(caller, own));
        services.put("GET " + path + "/source", caller -> sources.find(caller, own));
        services.put(
                "PUT " + path + "/source",
                caller -> sources.put(caller, own, new MetricSourceDraft("http://127.0.0.1:1", Map.of(), null)));
        services.put("DELETE " + path + "/source", caller -> sources.delete(caller, own));
    }

    private void listConnections() {
        Databases databases = console.core().databases();
        var connections = databases.connections();
        String id = connection.id();
        services.put("POST /db-connections", caller -> connections.create(caller, draft("another"), null));
        services.put("GET /db-connections", caller -> connections.list(caller, PAGE));
        services.put("GET /db-connections/{id}", caller -> connections.get(caller, id));
        services.put(
                "PATCH /db-connections/{id}",
                caller -> connections.update(caller, id, draft("renamed"), new SecretChange.Keep(), null));
        services.put("DELETE /db-connections/{id}", caller -> connections.delete(caller, "db_none", null));
        services.put(
                "POST /db-connections/sample",
                caller -> databases
                        .sample()
                        .open(
                                caller,
                                console.newFile().resolveSibling("samples").toString()));
        services.put("POST /db-connections/test", caller -> connections.testDraft(caller, draft("tried"), null, null));
        services.put(
                "GET /db-connections/history", caller -> databases.history().list(caller, HistoryFilter.ALL, PAGE));
        services.put("POST /db-connections/{id}/test", caller -> connections.test(caller, id));
        services.put(
                "GET /db-connections/{id}/history",
                caller -> databases.history().list(caller, id, null, PAGE));
    }

    private void listStatements() {
        Databases databases = console.core().databases();
        String id = connection.id();
        services.put(
                "POST /db-connections/{id}/query",
                caller ->
                        databases.queries().run(caller, id, new QueryRequest("SELECT 1", false, null, 1, 1000, null)));
        services.put(
                "DELETE /db-connections/{id}/queries/{queryId}",
                caller -> databases.queries().cancel(caller, id, "none"));
        services.put(
                "POST /db-connections/{id}/explain",
                caller -> databases
                        .queries()
                        .explain(caller, id, new ExplainRequest("SELECT 1", false, false, null, 1000, null)));
        services.put(
                "POST /db-connections/{id}/format",
                caller -> databases.queries().format(caller, id, "SELECT 1"));
        services.put(
                "POST /db-connections/{id}/completion",
                caller -> databases.completions().complete(caller, id, "SELECT ", 7));
        services.put(
                "POST /db-connections/{id}/edits",
                caller -> databases
                        .edits()
                        .apply(caller, id, List.of(new Edit(EditOperation.INSERT, "main", "t", Map.of(), Map.of()))));
        services.put(
                "POST /db-connections/{id}/edits/preview",
                caller -> databases
                        .edits()
                        .preview(caller, id, List.of(new Edit(EditOperation.INSERT, "main", "t", Map.of(), Map.of()))));
        services.put(
                "POST /db-connections/{id}/export",
                caller -> databases
                        .exports()
                        .export(
                                caller,
                                id,
                                new ExportRequest(null, null, null, "t", "", "", ExportFormat.CSV, false),
                                OutputStream::nullOutputStream));
        services.put(
                "POST /db-connections/{id}/scripts",
                caller -> databases
                        .scripts()
                        .start(
                                caller,
                                id,
                                new ByteArrayInputStream("SELECT 1".getBytes(StandardCharsets.UTF_8)),
                                false));
    }

    private void listTables() {
        Databases databases = console.core().databases();
        String id = connection.id();
        String table = "GET /db-connections/{id}/tables";
        services.put(table, caller -> databases.tables().list(caller, id));
        services.put(table + "/{schema}/{table}", caller -> databases.tables().describe(caller, id, "main", "t"));
        services.put(
                table + "/{schema}/{table}/definition",
                caller -> databases.tables().definition(caller, id, "main", "t"));
        services.put(
                table + "/{schema}/{table}/rows",
                caller ->
                        databases.rows().page(caller, id, "main", "t", new RowsRequest(10, "", "", RowPosition.START)));
        services.put(
                table + "/{schema}/{table}/rows/value",
                caller -> databases
                        .values()
                        .read(
                                caller,
                                id,
                                new ValueService.Place("main", "t", "{\"id\":1}", "a"),
                                OutputStream.nullOutputStream()));
    }

    private ConnectionDraft draft(String name) {
        return new ConnectionDraft(
                name,
                Engine.SQLITE,
                null,
                null,
                null,
                null,
                console.newFile().toString(),
                true,
                null,
                Environment.DEVELOPMENT,
                null,
                null,
                null,
                null);
    }

    @Test
    void everyScopedRouteAgreesWithItsService() {
        for (Route route : ApiWiring.routes(console.core(), Clock.systemUTC())) {
            if (route.access() instanceof Access.Scoped(Scope scope)) {
                String name = route.method() + " " + route.template();
                Consumer<Caller> service = serviceOf(name);
                assertThatThrownBy(() -> service.accept(callerWith(EnumSet.complementOf(EnumSet.of(scope)))))
                        .as(name + " without " + scope.wireName())
                        .isInstanceOfSatisfying(
                                AppException.class,
                                refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.INSUFFICIENT_SCOPE))
                        .hasMessageContaining(scope.wireName());
                Throwable other = catchThrowable(() -> service.accept(callerWith(needed(name, scope))));
                assertThat(other instanceof AppException refusal
                                && refusal.errorCode() == PlatformError.INSUFFICIENT_SCOPE)
                        .as("%s with %s alone: %s", name, scope.wireName(), other)
                        .isFalse();
            }
        }
    }

    private Consumer<Caller> serviceOf(String name) {
        Consumer<Caller> service = services.get(name);
        if (service == null) {
            throw new AssertionError("Say which service answers " + name);
        }
        return service;
    }

    /** Who chooses where backups lie can copy whole clusters. */
    private static final Set<String> BACKUP_PLACES = Set.of(
            "POST /backup-configs",
            "POST /backup-configs/pitr",
            "POST /backup-configs/test",
            "POST /backup-configs/adopt");

    /**
     * Nobody makes a key of more than they have, what runs commands on a server needs that scope as well, and who chooses
     * where events are sent reads them.
     */
    private static Set<Scope> needed(String name, Scope scope) {
        if (name.equals("POST /api-keys")) {
            return EnumSet.of(scope, Scope.EVENTS_READ);
        }
        if (name.equals("POST /outbound-webhooks")
                || name.equals("PATCH /outbound-webhooks/{id}")
                || name.equals("POST /outbound-webhooks/{id}/redeliver")
                || name.contains("/deliveries")) {
            return EnumSet.of(scope, Scope.EVENTS_READ);
        }
        if (BACKUP_PLACES.contains(name)) {
            return EnumSet.of(scope, Scope.DATABASES_ADMIN);
        }
        boolean worksAServer = scope == Scope.APPS_WRITE
                || scope == Scope.SCHEDULES_WRITE
                || name.equals("PUT /apps/{id}/source")
                || name.equals("DELETE /apps/{id}/source")
                || name.equals("POST /source-suggestions")
                || name.startsWith("GET /servers/{id}/logs");
        return worksAServer ? EnumSet.of(scope, Scope.SERVERS_EXEC) : EnumSet.of(scope);
    }

    private Caller callerWith(Set<Scope> scopes) {
        Caller window = console.core().access().windowCaller("req_test");
        return new Caller(
                window.organizationId(), window.memberId(), null, scopes, window.origin(), window.requestId(), null);
    }
}
