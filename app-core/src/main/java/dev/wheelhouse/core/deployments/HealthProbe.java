package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.PortForward;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
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

    private final App app;
    private final Host host;
    private final OutgoingRequests outgoing;
    private final DeploymentPace pace;
    private final DeploymentProgress progress;

    /** When the first run that was seen began: one that crashed may be over, and the next one under way. */
    private @Nullable Instant began;

    /** What is looked at. */
    interface Subject {

        AppSnapshot look();

        /**
         * The end of its log.
         *
         * @param since when its first run that was seen began; null for the last run alone
         */
        String lastLines(int lines, @Nullable Instant since);

        /**
         * What came of a command.
         *
         * @param stdout what it wrote there
         * @param all what it wrote, for people
         */
        record Answer(int exitCode, String stdout, String all) {}

        Answer ask(List<String> command);

        /** Where a check's address is asked, all of them, for the host that it names. */
        List<String> hosts(String named);
    }

    HealthProbe(App app, Host host, OutgoingRequests outgoing, DeploymentPace pace, DeploymentProgress progress) {
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
     * @return since when it works, in nanoseconds of {@link System#nanoTime}
     * @throws AppException {@code state_invalid} with the reason
     */
    long await(@Nullable HealthCheck check, Subject subject) {
        return check == null ? awaitSteady(subject) : awaitGood(check, subject);
    }

    private long awaitSteady(Subject subject) {
        progress.log(
                "No health check is set: it has to run for " + pace.steady().toSeconds() + " s.");
        Map<String, Long> runs = null;
        long begin = System.nanoTime();
        long seen = begin;
        while (true) {
            AppSnapshot look = subject.look();
            long at = System.nanoTime();
            if (look.trouble() == null) {
                begin = runs == null ? at : begin;
                runs = runs(subject, look, runs);
                seen = at;
            } else if (at - seen > pace.steady().plus(pace.answer()).toNanos()) {
                throw failed("Nobody can see whether the app " + app.name() + " runs: " + look.trouble());
            }
            // It ends with a look that saw it.
            if (seen == at && at - begin >= pace.steady().toNanos()) {
                progress.log("It runs.");
                return begin;
            }
            pause();
        }
    }

    private long awaitGood(HealthCheck check, Subject subject) {
        Map<String, Long> runs = null;
        long since = 0;
        long until =
                System.nanoTime() + Duration.ofSeconds(check.withinSeconds()).toNanos();
        int good = 0;
        String told = "";
        while (true) {
            AppSnapshot look = subject.look();
            // A look that fails shows nothing of the app; the next one may.
            runs = look.trouble() == null ? runs(subject, look, runs) : runs;
            String trouble = runs == null ? "nobody can see whether it runs: " + look.trouble() : ask(check, subject);
            if (trouble == null) {
                since = good == 0 ? System.nanoTime() : since;
                good++;
                progress.log("Healthy, " + good + " of " + check.successes() + ".");
                if (good >= check.successes()) {
                    return since;
                }
            } else {
                good = 0;
                if (!trouble.equals(told)) {
                    progress.log("Not healthy yet: " + trouble);
                    told = trouble;
                }
            }
            if (System.nanoTime() >= until) {
                throw failed("It was not healthy within " + check.withinSeconds() + " s. "
                        + (told.isEmpty() ? "It was not often enough in a row." : "The last answer: " + told));
            }
            pause();
        }
    }

    /** Null when it is good. */
    private @Nullable String ask(HealthCheck check, Subject subject) {
        try {
            return check.url() != null
                    ? askUrl(check.url(), check.expect(), subject)
                    : askCommand(check, subject.ask(Objects.requireNonNull(check.command())));
        } catch (AppException e) {
            if (e.kind() == ErrorKind.CANCELLED) {
                throw e;
            }
            return String.valueOf(e.getMessage());
        }
    }

    private static @Nullable String askCommand(HealthCheck check, Subject.Answer answer) {
        if (answer.exitCode() != 0) {
            return "the command ended with " + answer.exitCode() + words(answer.all());
        }
        return missing(check.expect(), answer.stdout(), "The output");
    }

    private static String words(String text) {
        String line = text.strip().lines().reduce("", (_, last) -> last);
        return line.isEmpty() ? "." : ": " + (line.length() > 200 ? line.substring(0, 200) + "…" : line);
    }

    private @Nullable String askUrl(String url, @Nullable String expect, Subject subject) {
        URI uri = URI.create(url);
        for (String each : subject.hosts(hostOf(uri))) {
            String trouble = askUrl(uri, each, expect);
            if (trouble != null) {
                return trouble;
            }
        }
        return null;
    }

    private @Nullable String askUrl(URI uri, String at, @Nullable String expect) {
        OutgoingLimits limits = new OutgoingLimits(pace.answer(), pace.answer(), LARGEST_ANSWER);
        try (PortForward way = host.forward(at, port(uri))) {
            OutgoingAnswer answer = outgoing.sendThrough(
                    way.address(), "healthCheck.url", OutgoingRequest.get(uri).within(limits));
            if (answer.status() < 200 || answer.status() > 299) {
                return uri + " answered " + answer.status() + ".";
            }
            return missing(expect, answer.text(), uri.toString());
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

    /**
     * What runs, by its identity, with how often it was started again.
     *
     * @param now a look that saw it
     * @param before what an earlier one saw; null at first
     * @throws AppException {@code state_invalid} when it does not run, or runs anew
     */
    private Map<String, Long> runs(Subject subject, AppSnapshot now, @Nullable Map<String, Long> before) {
        Map<String, Long> runs = now.instances().stream()
                .filter(Instance::running)
                .collect(Collectors.toMap(Instance::identity, Instance::restarts, (a, _) -> a, TreeMap::new));
        if (runs.isEmpty() || (before != null && !runs.equals(before))) {
            throw StartFailure.of(ended(now), lastLines(subject));
        }
        if (before == null) {
            began = now.instances().stream()
                    .filter(Instance::running)
                    .map(Instance::startedAt)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
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
        return "The app " + app.name() + " ended" + how + " after the switch.";
    }

    private List<String> lastLines(Subject subject) {
        try {
            return subject.lastLines(LAST_LINES, began).lines().toList();
        } catch (AppException _) {
            return List.of();
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
