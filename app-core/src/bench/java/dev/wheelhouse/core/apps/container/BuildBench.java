package dev.wheelhouse.core.apps.container;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.ReleaseImages;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.vcs.git.GitCache;
import dev.wheelhouse.core.vcs.git.GitLimits;
import dev.wheelhouse.core.vcs.git.GitProgress;
import dev.wheelhouse.core.vcs.git.GitRemote;
import dev.wheelhouse.core.vcs.git.GitTree;
import dev.wheelhouse.core.vcs.git.TestGit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** An image built through the console, from a commit on, against {@code podman build} of the same files. */
public final class BuildBench {

    private static final String WHAT = "build of an image from 1,000 files, 8 MB";
    private static final int ROUNDS = 5;
    private static final int FILES = 1_000;
    private static final CommandOutput NOWHERE = new CommandOutput() {
        @Override
        public void stdout(byte[] chunk) {
            // Only the time counts.
        }

        @Override
        public void stderr(byte[] chunk) {
            // Only the time counts.
        }
    };

    private final Path folder;
    private final Podman podman;
    private final Workers workers;
    private final Map<String, String> texts = new LinkedHashMap<>();

    private BuildBench(Path folder, Podman podman, Workers workers) {
        this.folder = folder;
        this.podman = podman;
        this.workers = workers;
        Random random = new Random(5);
        for (int i = 0; i < FILES; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 8_000) {
                text.append(Long.toString(random.nextLong(), 36)).append(" same words here\n");
            }
            texts.put("f" + i + ".txt", text.toString());
        }
        texts.put("Dockerfile", "FROM " + Podman.IMAGE + "\nCOPY . /srv\nRUN cat /srv/*.txt > /all\nCMD [\"true\"]\n");
    }

    public static List<Measurement> run() throws Exception {
        String missing = Podman.missing();
        if (!missing.isEmpty()) {
            return List.of(Measurement.failed("container-build", WHAT, missing));
        }
        try (Workers workers = new Workers();
                Podman podman = Podman.start()) {
            Path folder = Files.createDirectory(podman.directory().resolve("bench"));
            return List.of(new BuildBench(folder, podman, workers).building());
        }
    }

    private Measurement building() throws Exception {
        double[] ours = new double[ROUNDS];
        double[] peer = new double[ROUNDS];
        AppSpec.Container spec = new AppSpec.Container(
                "none:1", List.of(), List.of(), Map.of(), List.of(), null, podman.socket(), 1, null);
        App app = new App("app_1", "org_1", "shop", "srv_1", spec, RestartPolicy.NEVER, Instant.EPOCH, 1);
        GitCache cache = new GitCache(
                Home.open(folder.resolve("home")),
                new OutgoingRequests(List::of, workers),
                Clock.systemUTC(),
                GitLimits.STANDARD);
        try (LocalHost host = new LocalHost(workers);
                TestGit git = new TestGit(folder.resolve("shop.git"))) {
            ContainerRuntime runtime = new ContainerRuntime(workers);
            GitRemote remote = GitRemote.parse("cloneUrl", folder + "/shop.git", false, true);
            // The first round is for the compiler; each has a file of its own, so that neither finds its layers made.
            for (int round = -1; round < ROUNDS; round++) {
                String commit = git.commitTexts("Round " + round, with("ours " + round));
                String image = ReleaseImages.name(app, "round" + (round + 1));
                double own = seconds(() -> {
                    try (GitTree tree = cache.tree(remote, commit, "", GitProgress.NONE)) {
                        runtime.images()
                                .build(
                                        host,
                                        app,
                                        image,
                                        "Dockerfile",
                                        tar -> tree.writeTar(tar, GitProgress.NONE),
                                        Duration.ofMinutes(5),
                                        NOWHERE);
                    }
                });
                String name = "peer" + (round + 1);
                Path context = Files.createDirectory(folder.resolve(name));
                for (Map.Entry<String, String> each : with("peer " + round).entrySet()) {
                    Files.writeString(context.resolve(each.getKey()), each.getValue());
                }
                double other = seconds(() -> podman.run("build", "-q", "-t", name, context.toString()));
                if (round >= 0) {
                    ours[round] = own;
                    peer[round] = other;
                }
            }
        }
        return Measurement.withinTimes(
                "container-build", WHAT, Repetitions.of(ours), "s", Repetitions.of(peer), 1.1, "peer: podman build of a directory");
    }

    private Map<String, String> with(String version) {
        Map<String, String> all = new LinkedHashMap<>(texts);
        all.put("version", version);
        return all;
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static double seconds(Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }
}
