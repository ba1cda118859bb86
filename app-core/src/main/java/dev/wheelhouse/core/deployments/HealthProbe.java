package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppReleases;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a release that was just started works. For one thread. */
final class HealthProbe {

    private static final int LAST_LINES = 10;
    private static final int LARGEST_ANSWER = 256 << 10;

    private final AppReleases apps;
    private final App app;
    private final Host host;
    private final OutgoingRequests outgoing;
    private final DeploymentPace pace;
    private final DeploymentProgress progress;

    HealthProbe(
            AppReleases apps,
            App app,
            Host host,
            OutgoingRequests outgoing,
            DeploymentPace pace,
            DeploymentProgress progress) {
        this.apps = apps;
        this.app = app;
        this.host = host;
        this.outgoing = outgoing;
        this.pace = pace;
        this.progress = progress;
    }

    /**
     * Waits until the release is seen to work.
     *
     * @param check null to see that the app runs for a while
     * @param directory where a command of the check runs
     * @throws AppException {@code state_invalid} with the reason
     */
    void await(@Nullable HealthCheck check, ReleaseCommands commands, String directory) {
        Map<String, Long> runs = runs(lookedAt(), null);
        if (check == null) {
            awaitSteady(runs);
        } else {
            awaitGood(check, runs, commands, directory);
        }
    }

    private void awaitSteady(Map<String, Long> runs) {
        progress.log(
                "No health check is set: it has to run for " + pace.steady().toSeconds() + " s.");
        long until = System.nanoTime() + pace.steady().toNanos();
        while (System.nanoTime() < until) {
            pause();
            runs(lookedAt(), runs);
        }
        progress.log("It runs.");
    }

    private void awaitGood(HealthCheck check, Map<String, Long> runs, ReleaseCommands commands, String directory) {
        long until =
                System.nanoTime() + Duration.ofSeconds(check.withinSeconds()).toNanos();
        int good = 0;
        String told = "";
        while (true) {
            String trouble = ask(check, commands, directory);
            if (trouble == null) {
                good++;
                progress.log("Healthy, " + good + " of " + check.successes() + ".");
                if (good >= check.successes()) {
                    return;
                }
            } else {
                good = 0;
                if (!trouble.equals(told)) {
                    progress.log("Not healthy yet: " + trouble);
                    told = trouble;
                }
            }
            runs(lookedAt(), runs);
            if (System.nanoTime() >= until) {
                throw failed("It was not healthy within " + check.withinSeconds() + " s. "
                        + (told.isEmpty() ? "It was not often enough in a row." : "The last answer: " + told));
            }
            pause();
        }
    }

    /** Null when it is good. */
    private @Nullable String ask(HealthCheck check, ReleaseCommands commands, String directory) {
        try {
            return check.url() != null ? askUrl(check.url(), check.expect()) : askCommand(check, commands, directory);
        } catch (AppException e) {
            if (e.kind() == ErrorKind.CANCELLED) {
                throw e;
            }
            return String.valueOf(e.getMessage());
        }
    }

    private @Nullable String askCommand(HealthCheck check, ReleaseCommands commands, String directory) {
        CommandResult result = commands.ask(Objects.requireNonNull(check.command()), directory);
        if (!result.succeeded()) {
            return "the command ended with " + result.exitCode() + words(result.stderrText() + result.stdoutText());
        }
        return missing(check.expect(), result.stdoutText(), "The output");
    }

    private static String words(String text) {
        String line = text.strip().lines().reduce("", (_, last) -> last);
        return line.isEmpty() ? "." : ": " + (line.length() > 200 ? line.substring(0, 200) + "…" : line);
    }

    private @Nullable String askUrl(String url, @Nullable String expect) {
        URI uri = URI.create(url);
        OutgoingLimits limits = new OutgoingLimits(pace.answer(), pace.answer(), LARGEST_ANSWER);
        try (PortForward way = host.forward(hostOf(uri), port(uri))) {
            OutgoingAnswer answer = outgoing.sendThrough(
                    way.address(), "healthCheck.url", OutgoingRequest.get(uri).within(limits));
            if (answer.status() < 200 || answer.status() > 299) {
                return url + " answered " + answer.status() + ".";
            }
            return missing(expect, answer.text(), url);
        }
    }

    private static @Nullable String missing(@Nullable String expect, String text, String what) {
        return expect == null || text.contains(expect) ? null : what + " has not got the text “" + expect + "”.";
    }

    private static String hostOf(URI uri) {
        String name = Objects.requireNonNull(uri.getHost());
        return name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    }

    /** The port of an address, also where it is left out. */
    static int port(URI uri) {
        return uri.getPort() > 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80;
    }

    private AppSnapshot lookedAt() {
        return apps.look(app);
    }

    /**
     * What runs, by its identity, with how often it was started again.
     *
     * @param before as it was; null at first
     * @throws AppException {@code state_invalid} when it does not run, or runs anew
     */
    private Map<String, Long> runs(AppSnapshot now, @Nullable Map<String, Long> before) {
        if (now.trouble() != null) {
            // A look that fails shows nothing of the app; the next one may.
            return before == null ? Map.of() : before;
        }
        Map<String, Long> runs = now.instances().stream()
                .filter(Instance::running)
                .collect(Collectors.toMap(Instance::identity, Instance::restarts, (a, _) -> a, TreeMap::new));
        if (runs.isEmpty() || (before != null && !before.isEmpty() && !runs.equals(before))) {
            throw failed(ended(now));
        }
        return runs;
    }

    private String ended(AppSnapshot now) {
        Set<String> codes = now.instances().stream()
                .map(Instance::exitCode)
                .filter(Objects::nonNull)
                .map(each -> "exit code " + each)
                .collect(Collectors.toSet());
        String how = codes.isEmpty() ? "" : " with " + String.join(", ", codes);
        return "The app " + app.name() + " ended" + how + " after the switch." + lastLines();
    }

    private String lastLines() {
        try {
            String lines = apps.lastLines(app, LAST_LINES);
            return lines.isEmpty() ? "" : " Its last lines:\n" + lines;
        } catch (AppException _) {
            return "";
        }
    }

    private static AppException failed(String why) {
        return new AppException(PlatformError.STATE_INVALID, why);
    }

    private void pause() {
        try {
            Thread.sleep(pace.probe());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Cancelled.", e);
        }
    }
}
