package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.apps.Apps;
import dev.wheelhouse.core.backups.Backups;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.deployments.Deployments;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.metrics.Metrics;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.schedules.Schedules;
import dev.wheelhouse.core.servers.Servers;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/** The features whose operations are tools. */
public record Operations(
        Servers servers,
        Metrics metrics,
        Databases databases,
        Apps apps,
        Deployments deployments,
        Schedules schedules,
        Backups backups,
        Mail mail,
        EventService events,
        JobService jobs,
        Clock clock) {

    /** All of them, by feature. */
    public Toolbox toolbox() {
        return new Toolbox(Stream.<List<Tool>>of(
                        new ServerTools(servers.service(), metrics.service(), servers.diskUsage()).tools(),
                        new AppTools(apps.service(), servers.service(), clock).tools(),
                        new DeploymentTools(deployments, apps.service()).tools(),
                        new DatabaseTools(databases).tools(),
                        new BackupTools(backups, databases.connections()).tools(),
                        new ScheduleTools(schedules, servers.service()).tools(),
                        new MailTools(mail.domains()).tools(),
                        new EventTools(events, jobs).tools())
                .flatMap(List::stream)
                .toList());
    }
}
