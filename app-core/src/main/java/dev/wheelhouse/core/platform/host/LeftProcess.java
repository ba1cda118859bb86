package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.LeftCommands;
import dev.wheelhouse.core.platform.job.ProcessMark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A command that a console started on a machine before it died; only its end can still be brought about. */
public final class LeftProcess implements LeftCommands.LeftCommand {

    /** Ends with 0 while process $1 is the one with the mark $2. */
    private static final String IS_RUNNING = """
            is_running() {
                { read -r boot </proc/sys/kernel/random/boot_id && read -r stat </proc/$1/stat; } 2>/dev/null || return 1
                mark=$2
                set -- ${stat##*) }
                [ "$boot/${20}" = "$mark" ]
            }
            """;

    private static final String STOP = IS_RUNNING + """
            is_running "$1" "$2" || exit 0
            kill -s TERM -- -$1 2>/dev/null || kill -s TERM $1 2>/dev/null
            left=$3
            while is_running "$1" "$2" && [ $left -gt 0 ]; do sleep 1; left=$((left - 1)); done
            is_running "$1" "$2" || exit 0
            kill -s KILL -- -$1 2>/dev/null || kill -s KILL $1
            """;

    private final Host host;
    private final ProcessMark process;

    public LeftProcess(Host host, ProcessMark process) {
        this.host = host;
        this.process = process;
    }

    @Override
    public boolean isRunning() {
        if (host.isLocal()) {
            return here().isPresent();
        }
        return host.run(command(IS_RUNNING + "is_running \"$1\" \"$2\"", Duration.ZERO))
                        .exitCode()
                == 0;
    }

    @Override
    public void stop(Duration patience) {
        if (host.isLocal()) {
            here().ifPresent(each -> stop(each, patience));
        } else {
            host.run(command(STOP, patience));
        }
    }

    private HostCommand command(String script, Duration patience) {
        return HostCommand.of(
                "/bin/sh",
                "-c",
                script,
                "sh",
                Long.toString(process.pid()),
                process.mark(),
                Long.toString(patience.toSeconds()));
    }

    private Optional<ProcessHandle> here() {
        return ProcessHandle.of(process.pid())
                .filter(each -> ProcessMarks.of(each).filter(process::equals).isPresent());
    }

    private static void stop(ProcessHandle found, Duration patience) {
        // Before the first is asked: with its end the others become somebody else's.
        List<ProcessHandle> all =
                Stream.concat(found.descendants(), Stream.of(found)).toList();
        all.forEach(ProcessHandle::destroy);
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            all.forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            throw HostFailures.cancelled("The command " + found.pid(), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
