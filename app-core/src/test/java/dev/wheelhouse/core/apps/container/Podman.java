package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Debian's Podman with a socket, storage and settings of its own, and one image of busybox: {@code wheelhouse-test}. With
 * {@code -Dwheelhouse.docker=true} it is {@link Docker}, as the lab asks for.
 */
public class Podman implements AutoCloseable {

    public static final String IMAGE = "localhost/wheelhouse-test:latest";

    private static final List<String> PROGRAMS = List.of(
            "sh", "sleep", "cat", "echo", "head", "tail", "seq", "awk", "tr", "true", "false", "date", "kill",
            "usleep");

    static final boolean IS_DOCKER = Boolean.getBoolean("wheelhouse.docker");

    final Path directory;
    private @Nullable Process service;
    private @Nullable Process registry;

    Podman(Path directory) {
        this.directory = directory;
    }

    /** Why it cannot run here; empty when it can. */
    public static String missing() {
        if (!System.getProperty("user.name").equals("root")) {
            return "Containers need root here.";
        }
        List<String> programs = IS_DOCKER
                ? List.of("/usr/sbin/dockerd", "/usr/bin/docker", "/usr/bin/busybox")
                : List.of("/usr/bin/podman", "/usr/sbin/runc", "/usr/bin/conmon", "/usr/bin/busybox");
        for (String each : programs) {
            if (!Files.isExecutable(Path.of(each))) {
                return "Install Debian's packages "
                        + (IS_DOCKER ? "docker.io, docker-cli" : "podman, runc, conmon, netavark")
                        + " and busybox-static: no " + each;
            }
        }
        return "";
    }

    public static Podman start() throws Exception {
        Path directory = Files.createTempDirectory("wheelhouse-podman");
        Podman podman = IS_DOCKER ? new Docker(directory) : new Podman(directory);
        podman.begin();
        return podman;
    }

    /** Makes the image, and listens. */
    void begin() throws Exception {
        Files.createDirectories(directory.resolve("networks"));
        Files.writeString(directory.resolve("containers.conf"), """
            [engine]
            runtime="runc"
            cgroup_manager="cgroupfs"
            events_logger="file"
            [network]
            network_backend="netavark"
            network_config_dir="%s/networks"
            [containers]
            log_driver="k8s-file"
            pids_limit=0
            default_ulimits=["nofile=4096:8192","nproc=4096:8192"]
            """.formatted(directory));
        Files.writeString(directory.resolve("registries.conf"), "");
        run("import", "-q", rootFileSystem().toString(), IMAGE);
        serve();
    }

    /** Why a container cannot run on this machine, as in some nested ones; empty when it can. */
    public String trouble() {
        try {
            run("run", "--rm", IMAGE, "true");
            return "";
        } catch (Exception | AssertionError e) {
            return "No container runs on this machine: " + e.getMessage();
        }
    }

    /** Whether the kernel limits and counts the memory of a container here: version 2 of its control groups may come without. */
    static boolean hasMemoryOfContainers() throws IOException {
        Path controllers = Path.of("/sys/fs/cgroup/cgroup.controllers");
        return !Files.exists(controllers) || Files.readString(controllers).contains("memory");
    }

    final Path rootFileSystem() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("root/bin"));
        Files.copy(Path.of("/usr/bin/busybox"), bin.resolve("busybox"));
        Files.setPosixFilePermissions(bin.resolve("busybox"), PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String each : PROGRAMS) {
            Files.createSymbolicLink(bin.resolve(each), Path.of("busybox"));
        }
        Path tar = directory.resolve("busybox.tar");
        command(List.of("tar", "-C", directory.resolve("root").toString(), "-cf", tar.toString(), "."));
        return tar;
    }

    /** Listens at {@link #socket}. */
    void serve() throws Exception {
        Files.deleteIfExists(Path.of(socket()));
        ProcessBuilder builder = new ProcessBuilder(service())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("service.log").toFile())
                // What watches a container that runs out of memory leaves a file where it was started.
                .directory(directory.toFile());
        builder.environment().putAll(environment());
        Process started = builder.start();
        service = started;
        Awaiting.until(() -> {
            if (!started.isAlive()) {
                throw new AssertionError(Files.readString(directory.resolve("service.log")));
            }
            // Its file is there before it listens.
            try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
                return true;
            } catch (IOException _) {
                return false;
            }
        });
    }

    /** What listens at {@link #socket} until it is told to end. */
    List<String> service() {
        return argv("system", "service", "--time=0", "unix://" + socket());
    }

    /** Goes away; containers go on. */
    void stopServing() throws Exception {
        Process started = service;
        if (started != null) {
            started.destroy();
            if (!started.waitFor(10, TimeUnit.SECONDS)) {
                started.destroyForcibly();
            }
            service = null;
        }
    }

    public String socket() {
        return directory.resolve("api.sock").toString();
    }

    public Path directory() {
        return directory;
    }

    /** Starts a registry on loopback that has the image under this name, and takes it away here. */
    public String onlyInRegistry(String name) throws Exception {
        int port = FreePort.next();
        Path config = Files.writeString(directory.resolve("registry.yml"), """
            version: 0.1
            storage:
              filesystem:
                rootdirectory: %s/registry
            http:
              addr: 127.0.0.1:%d
            """.formatted(directory, port));
        registry = new ProcessBuilder("docker-registry", "serve", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("registry.log").toFile())
                .start();
        Awaiting.until(() -> {
            try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
                return socket.isConnected();
            } catch (IOException _) {
                return false;
            }
        });
        Files.writeString(
                directory.resolve("registries.conf"),
                "[[registry]]\nlocation=\"127.0.0.1:" + port + "\"\ninsecure=true\n");
        String there = "127.0.0.1:" + port + "/" + name + ":1";
        run("tag", IMAGE, there);
        run("push", "-q", "--tls-verify=false", there);
        run("untag", IMAGE, there);
        stopServing();
        serve();
        return there;
    }

    public final String run(String... arguments) throws Exception {
        return command(argv(arguments));
    }

    List<String> argv(String... arguments) {
        List<String> argv = new ArrayList<>(List.of(
                "podman",
                "--root",
                directory.resolve("storage").toString(),
                "--runroot",
                directory.resolve("run").toString(),
                "--storage-driver",
                "vfs"));
        argv.addAll(List.of(arguments));
        return argv;
    }

    private Map<String, String> environment() {
        return Map.of(
                // Beside the answer on its output, since 5.
                "PODMAN_IGNORE_CGROUPSV1_WARNING",
                "1",
                "CONTAINERS_CONF",
                directory.resolve("containers.conf").toString(),
                "CONTAINERS_REGISTRIES_CONF",
                directory.resolve("registries.conf").toString());
    }

    final String command(List<String> argv) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(argv).redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String said;
        try (InputStream output = process.getInputStream()) {
            said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError(argv + ": " + said);
        }
        return said;
    }

    void removeAll() throws Exception {
        run("rm", "-f", "-a", "-t", "0");
    }

    @Override
    public void close() throws Exception {
        removeAll();
        stopServing();
        Process started = registry;
        if (started != null) {
            started.destroyForcibly();
        }
        command(List.of(
                "sh",
                "-c",
                "umount -R \"$1/storage\" \"$1\"/run/netns/* 2>/dev/null; rm -rf -- \"$1\"",
                "sh",
                directory.toString()));
    }
}
