package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.CommandWork;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.ShellText;
import dev.wheelhouse.core.platform.job.Workers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The commands of a source, on the server and with the app's environment, of which nobody else there sees a value. */
final class ReleaseCommands {

    private final Host host;
    private final String serverId;
    private final Map<String, String> environment;
    private final DeploymentProgress progress;
    private final Workers workers;
    private final DeploymentPace pace;

    ReleaseCommands(
            Host host,
            String serverId,
            Map<String, String> environment,
            DeploymentProgress progress,
            Workers workers,
            DeploymentPace pace) {
        this.host = host;
        this.serverId = serverId;
        this.environment = new TreeMap<>(environment);
        this.progress = progress;
        this.workers = workers;
        this.pace = pace;
    }

    /**
     * Runs a command to its end, what it writes into the log.
     *
     * @param what it is, for messages, such as {@code build}
     * @throws AppException {@code state_invalid} when it fails or takes too long; {@code cancelled}
     */
    void run(String what, List<String> command, String directory, Duration limit) {
        progress.log("$ " + ShellText.quote(command));
        HostProcess process = host.start(shell(command, directory));
        process.mark().ifPresent(mark -> progress.command(serverId, mark));
        CommandWork.End end;
        boolean isFull;
        try (DeploymentProgress.Output output = progress.output()) {
            end = CommandWork.work(process, CommandInput.of(script()), output, progress, workers, limit, pace::kill);
            isFull = output.tellsOfNoRoom();
        } catch (AppException e) {
            progress.leftCommand();
            throw e;
        } finally {
            progress.interruptible();
        }
        if (end.cancelled()) {
            throw new AppException(PlatformError.CANCELLED, "Cancelled.");
        }
        if (end.timedOut()) {
            throw failed("The " + what + " did not end within " + limit.toSeconds() + " s and was stopped.");
        }
        int code = end.exitCode().orElse(-1);
        if (code != 0 && isFull) {
            throw NoRoom.failed("The " + what + " failed with exit code " + code);
        }
        if (code != 0) {
            throw failed("The " + what + " failed with exit code " + code + ". Its output is in the log.");
        }
    }

    /** Runs a command that is over soon, and gives what it wrote. */
    CommandResult ask(List<String> command, String directory) {
        return host.run(shell(command, directory).within(pace.answer()).withInput(CommandInput.of(script())));
    }

    private static HostCommand shell(List<String> command, String directory) {
        List<String> argv = new ArrayList<>(List.of("sh", "-s", "--"));
        argv.addAll(command);
        return HostCommand.of(argv).inDirectory(directory).asOwnService();
    }

    private byte[] script() {
        StringBuilder script = new StringBuilder();
        environment.forEach((name, value) -> script.append("export ")
                .append(name)
                .append('=')
                .append(ShellText.quote(value))
                .append('\n'));
        return script.append("exec \"$@\" </dev/null\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static AppException failed(String why) {
        return new AppException(PlatformError.STATE_INVALID, why);
    }
}
