package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.proc.Counters;
import dev.wheelhouse.core.metrics.proc.DiskFree;
import dev.wheelhouse.core.metrics.proc.MountTable;
import dev.wheelhouse.core.metrics.proc.ProcParser;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;

/**
 * One POSIX shell on the machine that lives as long as the watch and answers one letter with one frame: the letter, the
 * number of bytes, the bytes. It forks one {@code head} for all files of {@code /proc} together and one {@code df};
 * nothing is installed, written or left behind, and the shell ends with its input. What is sent to it are letters and
 * mount points, each on a line of its own; nothing of it is ever read as shell text.
 */
final class ShellCounters implements CounterSource {

    static final String SCRIPT = """
        exec 2>/dev/null
        LC_ALL=C; export LC_ALL
        me=/proc/$$/stat
        say() { printf '%s %s\\n%s\\n' "$1" "${#2}" "$2"; }
        set --
        printf '\\nwheelhouse-ready\\n'
        while IFS= read -r ask; do
          case $ask in
          p) say p "$(head -n 2000 /proc/stat /proc/meminfo /proc/loadavg /proc/net/dev /proc/diskstats "$me")" ;;
          t) say t "$(cat /proc/self/mounts)" ;;
          m) set --; while IFS= read -r mount && [ -n "$mount" ]; do set -- "$@" "$mount"; done; say m "$#" ;;
          d) if [ $# -gt 0 ]; then say d "$(df -P -k "$@")"; else say d ""; fi ;;
          esac
        done
        """;

    private static final String READY = "wheelhouse-ready";
    private static final int LARGEST_GREETING = 64 * 1024;
    private static final int LARGEST_ANSWER = 8 << 20;
    private static final int LONGEST_HEAD = 32;
    private static final int READINGS_PER_MOUNT_TABLE = 6;

    private final HostProcess process;
    private final InputStream output;
    private final OutputStream input;
    private final Workers workers;
    private final Duration limit;
    private List<String> mounts = List.of();
    private int readingsWithSpace;
    private long received;
    private volatile boolean late;

    private ShellCounters(HostProcess process, Workers workers, Duration limit) {
        this.process = process;
        this.output = new BufferedInputStream(process.stdout(), 16 * 1024);
        this.input = process.stdin();
        this.workers = workers;
        this.limit = limit;
    }

    /**
     * Starts the shell and waits until it is there.
     *
     * @param limit for each answer
     * @throws dev.wheelhouse.core.platform.error.AppException as {@link Host#start}
     * @throws IOException when the machine has no such shell
     */
    static ShellCounters open(Host host, Workers workers, Duration limit) throws IOException {
        HostProcess process = host.start(HostCommand.of("sh", "-c", SCRIPT).withEnvironment(Map.of("LC_ALL", "C")));
        ShellCounters counters = new ShellCounters(process, workers, limit);
        try {
            counters.limited(counters::awaitReady);
            return counters;
        } catch (IOException e) {
            counters.close();
            throw new IOException("The server has no POSIX shell that answers: " + e.getMessage(), e);
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    /** A read has no time limit of its own; ending the process ends it. */
    private <T> T limited(Work<T> work) throws IOException {
        ScheduledFuture<?> alarm = workers.after(limit, () -> {
            late = true;
            process.close();
        });
        try {
            return work.run();
        } catch (IOException e) {
            process.close();
            throw late ? new IOException("No answer within " + limit.toSeconds() + " s", e) : e;
        } finally {
            alarm.cancel(false);
        }
    }

    /** Skips what a server prints at log-in. */
    private Void awaitReady() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int i = 0; i < LARGEST_GREETING; i++) {
            int next = octet();
            if (next != '\n') {
                line.write(next);
                continue;
            }
            if (line.toString(StandardCharsets.UTF_8).equals(READY)) {
                return null;
            }
            line.reset();
        }
        throw new IOException("it says too much");
    }

    @Override
    public Counters read(boolean withSpace) throws IOException {
        Counters counters = ProcParser.parse(limited(() -> ask('p')));
        if (!withSpace) {
            return counters;
        }
        try {
            return counters.with(limited(this::space));
        } catch (IOException e) {
            throw new SpaceUnavailableException(e);
        }
    }

    private List<Counters.FileSystemSpace> space() throws IOException {
        if (readingsWithSpace++ % READINGS_PER_MOUNT_TABLE == 0) {
            List<String> found = MountTable.parse(ask('t'));
            if (!found.equals(mounts)) {
                send("m\n" + String.join("\n", found) + (found.isEmpty() ? "" : "\n") + "\n");
                answer('m');
                mounts = found;
            }
        }
        return mounts.isEmpty() ? List.of() : DiskFree.parse(ask('d'), mounts);
    }

    private byte[] ask(char letter) throws IOException {
        send(letter + "\n");
        return answer(letter);
    }

    private void send(String lines) throws IOException {
        input.write(lines.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    private byte[] answer(char letter) throws IOException {
        if (octet() != letter || octet() != ' ') {
            throw new IOException("The shell answered something else");
        }
        int length = length();
        byte[] bytes = output.readNBytes(length);
        received += bytes.length;
        if (bytes.length < length) {
            throw new EOFException("The shell ended");
        }
        if (octet() != '\n') {
            throw new IOException("The shell counted wrongly");
        }
        return bytes;
    }

    private int length() throws IOException {
        int length = 0;
        for (int i = 0; i < LONGEST_HEAD; i++) {
            int next = octet();
            if (next == '\n') {
                return length;
            }
            if (next < '0' || next > '9' || length > LARGEST_ANSWER / 10) {
                break;
            }
            length = length * 10 + next - '0';
        }
        throw new IOException("The shell named no length");
    }

    private int octet() throws IOException {
        int next = output.read();
        if (next < 0) {
            throw new EOFException("The shell ended");
        }
        received++;
        return next;
    }

    @Override
    public long receivedBytes() {
        return received;
    }

    @Override
    public void close() {
        process.close();
    }
}
