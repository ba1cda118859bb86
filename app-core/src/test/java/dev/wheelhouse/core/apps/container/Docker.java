package dev.wheelhouse.core.apps.container;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Debian's Docker engine, with all that it has in a directory of its own and without networks of its own. */
final class Docker extends Podman {

    Docker(Path directory) {
        super(directory);
    }

    @Override
    void begin() throws Exception {
        serve();
        run("import", "-q", rootFileSystem().toString(), IMAGE);
    }

    @Override
    List<String> service() {
        return List.of(
                "dockerd",
                "--iptables=false",
                "--ip6tables=false",
                "--bridge=none",
                "--live-restore",
                "--storage-driver=vfs",
                "--default-ulimit=nofile=4096:8192",
                "--data-root=" + directory.resolve("storage"),
                "--exec-root=" + directory.resolve("run"),
                "--pidfile=" + directory.resolve("pid"),
                "--host=unix://" + socket());
    }

    /** The same in Docker's words. */
    @Override
    List<String> argv(String... arguments) {
        List<String> asked = new ArrayList<>(List.of(arguments));
        switch (asked.getFirst()) {
            case "import" -> asked.remove("-q");
            case "push" -> asked.remove("--tls-verify=false");
            case "untag" -> {
                asked.set(0, "rmi");
                asked.remove(IMAGE);
            }
            case "rm" -> asked.removeAll(List.of("-t", "0"));
            default -> {}
        }
        asked.addAll(0, List.of("docker", "--host", "unix://" + socket()));
        return asked;
    }

    @Override
    void removeAll() throws Exception {
        for (String each : run("ps", "-aq").lines().toList()) {
            run("rm", "-f", each);
        }
    }
}
