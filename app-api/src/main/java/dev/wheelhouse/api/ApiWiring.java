package dev.wheelhouse.api;

import dev.wheelhouse.api.access.ApiKeyRoutes;
import dev.wheelhouse.api.access.InviteRoutes;
import dev.wheelhouse.api.access.MemberRoutes;
import dev.wheelhouse.api.apps.AppRoutes;
import dev.wheelhouse.api.backups.BackupRoutes;
import dev.wheelhouse.api.backups.BackupRunRoutes;
import dev.wheelhouse.api.conversations.ConversationRoutes;
import dev.wheelhouse.api.databases.ConnectionRoutes;
import dev.wheelhouse.api.databases.StatementRoutes;
import dev.wheelhouse.api.databases.TableRoutes;
import dev.wheelhouse.api.databases.TransferRoutes;
import dev.wheelhouse.api.delivery.EventDeliveryRoutes;
import dev.wheelhouse.api.deployments.DeploymentRoutes;
import dev.wheelhouse.api.events.EventRoutes;
import dev.wheelhouse.api.health.HealthRoutes;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.jobs.JobRoutes;
import dev.wheelhouse.api.logs.LogRoutes;
import dev.wheelhouse.api.mail.DkimKeyRoutes;
import dev.wheelhouse.api.mail.MailDomainRoutes;
import dev.wheelhouse.api.mail.MailInstanceRoutes;
import dev.wheelhouse.api.mail.PublishRoutes;
import dev.wheelhouse.api.mcp.McpRoutes;
import dev.wheelhouse.api.metrics.MetricRoutes;
import dev.wheelhouse.api.notifications.ChannelRoutes;
import dev.wheelhouse.api.reference.OpenApiDocument;
import dev.wheelhouse.api.reference.ReferenceRoutes;
import dev.wheelhouse.api.schedules.ScheduleRoutes;
import dev.wheelhouse.api.schedules.ScheduleRunRoutes;
import dev.wheelhouse.api.schedules.ScheduleTrialRoutes;
import dev.wheelhouse.api.servers.ServerAlias;
import dev.wheelhouse.api.servers.ServerRoutes;
import dev.wheelhouse.api.settings.SettingsRoutes;
import dev.wheelhouse.api.vault.VaultRoutes;
import dev.wheelhouse.api.vcs.PushRoutes;
import dev.wheelhouse.api.vcs.VcsConnectionRoutes;
import dev.wheelhouse.api.webhooks.WebhookRoutes;
import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.platform.settings.LiveSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Lists every route and starts the listener over a core. */
public final class ApiWiring {

    private ApiWiring() {}

    /** Every route of the API, in the order of the reference. */
    public static List<Route> routes(Core core, Clock clock) {
        Databases databases = core.databases();
        List<Route> routes = new ArrayList<>();
        routes.addAll(new HealthRoutes(clock, ProductVersion.current(), core::stateTrouble).routes());
        routes.addAll(new ReferenceRoutes(OpenApiDocument.load(), core.access().localTokenFile()).routes());
        routes.addAll(new ApiKeyRoutes(core.access().apiKeys()).routes());
        routes.addAll(new MemberRoutes(core.access().members(), core.access().organizations()).routes());
        routes.addAll(new InviteRoutes(core.access().invites(), core.access().inviteAcceptance(), clock).routes());
        routes.addAll(new VaultRoutes(core.vault()).routes());
        routes.addAll(new ServerRoutes(core.servers()).routes());
        routes.addAll(new ConnectionRoutes(databases, new ServerAlias(core.servers())).routes());
        routes.addAll(new StatementRoutes(
                        databases.connections(), databases.queries(), databases.edits(), databases.completions())
                .routes());
        routes.addAll(new TableRoutes(databases).routes());
        routes.addAll(new TransferRoutes(databases).routes());
        routes.addAll(new MetricRoutes(core.metrics(), core.servers(), clock).routes());
        routes.addAll(new ScheduleRoutes(core.schedules().service(), new ServerAlias(core.servers())).routes());
        routes.addAll(new ScheduleRunRoutes(core.schedules().runs()).routes());
        routes.addAll(new BackupRoutes(core.backups().service(), new ServerAlias(core.servers())).routes());
        routes.addAll(new BackupRunRoutes(core.backups(), new ServerAlias(core.servers())).routes());
        routes.addAll(
                new AppRoutes(core.apps(), core.deployments().sources(), new ServerAlias(core.servers())).routes());
        routes.addAll(new LogRoutes(core.apps(), core.logs(), new ServerAlias(core.servers())).routes());
        routes.addAll(new ScheduleTrialRoutes(core.schedules().trials(), new ServerAlias(core.servers())).routes());
        routes.addAll(new VcsConnectionRoutes(core.vcs().connections()).routes());
        routes.addAll(new PushRoutes(core.vcs().pushes()).routes());
        routes.addAll(new DeploymentRoutes(core.deployments()).routes());
        routes.addAll(new ConversationRoutes(core.conversations()).routes());
        routes.addAll(new MailInstanceRoutes(core.mail().instances(), new ServerAlias(core.servers())).routes());
        routes.addAll(new MailDomainRoutes(core.mail().domains()).routes());
        routes.addAll(new DkimKeyRoutes(core.mail().keys()).routes());
        routes.addAll(new PublishRoutes(core.mail().publishing()).routes());
        routes.addAll(new ChannelRoutes(core.notifications().service()).routes());
        routes.addAll(new WebhookRoutes(core.webhooks().service()).routes());
        routes.addAll(new JobRoutes(core.jobs(), core.jobFiles()).routes());
        routes.addAll(new EventRoutes(core.events(), core.eventFollowers(), core.audit()).routes());
        routes.addAll(new EventDeliveryRoutes(
                        core.events(),
                        core.webhooks().service(),
                        core.notifications().service())
                .routes());
        routes.addAll(new SettingsRoutes(core.settings()).routes());
        routes.addAll(new McpRoutes(core.conversations(), ProductVersion.current()).routes());
        return List.copyOf(routes);
    }

    /**
     * Opens a listener; {@link ApiServer#answer} lets the routes answer.
     *
     * @param place port 0 for a free one
     * @throws IOException when the port cannot be had; the message says what to do
     */
    public static ApiServer open(Core core, ListenerSettings place, Clock clock) throws IOException {
        LiveSettings live = core.settings().live();
        ApiServerConfig config = new ApiServerConfig(
                place,
                () -> live.home().listener().hostNames(),
                () -> publicNames(live),
                HttpLimits.standard().withStreamsOfKey(live.home().shares().streams()),
                core.workers().virtualThreads(),
                core.ids(),
                core.idempotencyKeys()::begin);
        return ApiServer.open(config, routes(core, clock), core.access().authenticator());
    }

    private static List<String> publicNames(LiveSettings live) {
        List<String> names = new ArrayList<>(live.home().listener().hostNames());
        names.addAll(live.publicNames());
        return names;
    }
}
