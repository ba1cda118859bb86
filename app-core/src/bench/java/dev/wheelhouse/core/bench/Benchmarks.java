package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.apps.container.BuildBench;
import dev.wheelhouse.core.apps.process.LookBench;
import dev.wheelhouse.core.backups.restore.BackupBench;
import dev.wheelhouse.core.logs.LiveLogBench;
import dev.wheelhouse.core.logs.LogFileBench;
import dev.wheelhouse.core.mail.RecheckBench;
import dev.wheelhouse.core.mail.dns.DnsBench;
import dev.wheelhouse.core.mail.spf.SpfBench;
import dev.wheelhouse.core.metrics.collect.PollBench;
import dev.wheelhouse.core.metrics.series.SeriesBench;
import dev.wheelhouse.core.platform.event.AuditBench;
import dev.wheelhouse.core.platform.job.JobLogBench;
import dev.wheelhouse.core.schedules.ScheduleBench;
import dev.wheelhouse.core.vcs.git.GitBench;
import dev.wheelhouse.core.webhooks.WebhookBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Runs benchmarks of the core. The first argument is the directory for the results, the second names them; each
 * name has a process of its own, as what one leaves in memory would be measured by the next. The size of the database that
 * is backed up comes third, in gigabytes.
 */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        Report report = new Report(Path.of(arguments[0]), History.ofUser());
        String name = arguments[1];
        switch (name) {
            case "functions" -> report.measure("databases", name, FunctionBenchmarks::run);
            case "metrics" ->
                report.measure("servers", name, all(PollBench::run, SeriesBench::run, LookBench::run));
            case "logs" -> report.measure("logs", name, all(LogFileBench::run, LiveLogBench::run));
            case "schedules" -> report.measure("schedules", name, all(ScheduleBench::run, JobLogBench::run));
            case "audit" -> report.measure("access", name, AuditBench::run);
            case "webhooks" -> report.measure("notifications", name, WebhookBench::run);
            case "mail" -> report.measure("mail", name, all(SpfBench::run, DnsBench::run, RecheckBench::run));
            case "git" -> report.measure("deployments", name, GitBench::run);
            case "containers" -> report.measure("deployments", name, BuildBench::run);
            case "backups" ->
                report.measure("backups", name, () -> BackupBench.run(Integer.parseInt(arguments[2])));
            default -> throw new IllegalArgumentException("There is no benchmark " + name);
        }
        // Threads of what was measured, and of its peers, that are on their way out keep nobody waiting.
        System.exit(0);
    }

    @SafeVarargs
    private static Callable<List<Measurement>> all(Callable<List<Measurement>>... benchmarks) {
        return () -> {
            List<Measurement> measurements = new ArrayList<>();
            for (Callable<List<Measurement>> each : benchmarks) {
                measurements.addAll(each.call());
            }
            return measurements;
        };
    }
}
