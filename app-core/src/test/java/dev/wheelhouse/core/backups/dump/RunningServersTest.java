package dev.wheelhouse.core.backups.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program named postgres that runs beside a pg_dump. */
@EnabledOnOs(OS.LINUX)
class RunningServersTest {

    @TempDir
    private Path directory;

    /** Written by another process: what this one has open for writing when it starts a program cannot be started meanwhile. */
    private Path install(String name) throws IOException, InterruptedException {
        Path programs = Files.createDirectories(directory.resolve(name));
        String write = "cp \"$(readlink -f /bin/sh)\" postgres && printf '%s\\n' '#!/bin/sh' \"$1\" > pg_dump";
        Process writing = new ProcessBuilder("/bin/sh", "-c", write, "sh", "echo 'pg_dump (PostgreSQL) 99.1'")
                .directory(programs.toFile())
                .inheritIO()
                .start();
        assertThat(writing.waitFor()).isZero();
        allow(programs, "rwxr-xr-x");
        for (String each : List.of("postgres", "pg_dump")) {
            allow(programs.resolve(each), "rwxr-xr-x");
        }
        return programs;
    }

    private static void allow(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    /** What is found while the server runs, which is started under that name. */
    private static <T> T whileItRuns(Path server, String name, Function<LocalHost, T> look)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", "-c", "exec \"$1\" -c 'echo runs; read line; :'", "sh", name);
        Process running = builder.directory(server.toFile()).start();
        try (Workers workers = new Workers();
                LocalHost host = new LocalHost(workers)) {
            assertThat(running.inputReader().readLine()).isEqualTo("runs");
            return look.apply(host);
        } finally {
            running.destroyForcibly().waitFor();
        }
    }

    /** The directories of release 99. */
    private static List<String> found(Path server, String name) throws IOException, InterruptedException {
        return whileItRuns(
                server,
                name,
                host -> ClientPrograms.find(host).stream()
                        .filter(each -> each.dump().major() == 99)
                        .map(ClientPrograms::directory)
                        .distinct()
                        .toList());
    }

    @Test
    void sayWhereTheirProgramsLie() throws Exception {
        Path programs = install("opt/my server/bin");

        assertThat(found(programs, "./postgres"))
                .containsExactly(programs.toRealPath().toString());
    }

    @Test
    void areSeenByAnotherUserToo() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "Only root can be somebody else.");
        Path programs = install("opt/bin");
        allow(directory, "rwxr-xr-x");
        HostCommand asNobody = HostCommand.of(
                "setpriv",
                "--reuid=65534",
                "--clear-groups",
                "sh",
                "-c",
                RunningServers.FUNCTION
                        + "ls -l /proc/[0-9]*/exe 2> /dev/null | grep -c '/opt/bin/postgres$'\nrunning_servers");

        String found = whileItRuns(
                programs,
                programs.resolve("postgres").toString(),
                host -> host.run(asNobody).stdoutText());

        assertThat(found.lines()).startsWith("0").contains(programs.toRealPath().toString());
    }

    @ParameterizedTest
    @CsvSource({"opt/bin, rwxrwxrwx", "opt/bin, rwxrwxr-x", "opt, rwxrwxrwx"})
    void areNotBelievedWhereOthersMayWrite(String open, String permissions) throws Exception {
        Path programs = install("opt/bin");
        allow(directory.resolve(open), permissions);

        assertThat(found(programs, programs.resolve("postgres").toString())).isEmpty();
    }
}
