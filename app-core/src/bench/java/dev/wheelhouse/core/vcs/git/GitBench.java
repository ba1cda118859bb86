package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.bench.DebianGit;
import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Polling and fetching against the distribution's own git, both from {@code git http-backend} of this machine. */
public final class GitBench {

    private static final int REPOSITORIES = 100;
    private static final int ROUNDS = 5;
    private static final int FILES = 4_000;

    private final Path folder;
    private final GitServer server;
    private final OutgoingRequests requests;

    private GitBench(Path folder, GitServer server, Workers workers) {
        this.folder = folder;
        this.server = server;
        this.requests = new OutgoingRequests(() -> List.of("127.0.0.1"), workers);
    }

    public static List<Measurement> run() throws Exception {
        Path folder = Files.createTempDirectory("wheelhouse-git");
        try (Workers workers = new Workers();
                GitServer server = new GitServer()) {
            GitBench bench = new GitBench(folder, server, workers);
            String commit = bench.prepare();
            return List.of(bench.polling(), bench.fetching(commit));
        } finally {
            CachedRepository.delete(folder);
        }
    }

    /** One repository of some size and history, and many copies of a small one. */
    private String prepare() throws Exception {
        Path work = folder.resolve("work");
        DebianGit.run(folder, "init", "-q", "-b", "main", work.toString());
        Random random = new Random(5);
        for (int i = 0; i < FILES; i++) {
            Path file = work.resolve("d" + i % 40).resolve("f" + i + ".txt");
            Files.createDirectories(work.resolve("d" + i % 40));
            StringBuilder text = new StringBuilder();
            while (text.length() < 8_000) {
                text.append(Long.toString(random.nextLong(), 36)).append(i % 7 == 0 ? "\n" : " same words here ");
            }
            Files.writeString(file, text);
        }
        DebianGit.run(work, "add", "-A");
        DebianGit.run(work, "commit", "-q", "-m", "All");
        for (int i = 0; i < 20; i++) {
            Files.writeString(work.resolve("d1").resolve("f1.txt"), "change " + i);
            DebianGit.run(work, "commit", "-q", "-a", "-m", "Change " + i);
        }
        Path served = Files.createDirectory(folder.resolve("served"));
        DebianGit.run(folder, "clone", "-q", "--bare", work.toString(), served.resolve("large.git").toString());
        Path small = served.resolve("small-0.git");
        DebianGit.run(folder, "clone", "-q", "--bare", "--depth", "1", "file://" + work, small.toString());
        for (int i = 1; i < 30; i++) {
            DebianGit.run(small, "branch", "feature-" + i, "main");
        }
        for (int i = 1; i < REPOSITORIES; i++) {
            DebianGit.run(folder, "clone", "-q", "--bare", "--shared", small.toString(), served + "/small-" + i + ".git");
        }
        GitHttpBackend backend = new GitHttpBackend(served, null);
        backend.serve(server, "large.git");
        for (int i = 0; i < REPOSITORIES; i++) {
            backend.serve(server, "small-" + i + ".git");
        }
        return DebianGit.run(work, "rev-parse", "HEAD");
    }

    private Measurement polling() throws Exception {
        GitRemotes remotes = new GitRemotes(requests, GitLimits.STANDARD);
        double[] ours = new double[ROUNDS];
        double[] peer = new double[ROUNDS];
        // The first round is for the compiler.
        for (int round = -1; round < ROUNDS; round++) {
            double own = seconds(() -> {
                for (int i = 0; i < REPOSITORIES; i++) {
                    require(remotes.tip(server.remote("/small-" + i + ".git"), "main"));
                }
            });
            double other = seconds(() -> {
                for (int i = 0; i < REPOSITORIES; i++) {
                    DebianGit.run(folder, "ls-remote", server.url("/small-" + i + ".git"), "refs/heads/main");
                }
            });
            if (round >= 0) {
                ours[round] = own;
                peer[round] = other;
            }
        }
        return Measurement.withinTimes(
                "git-polling",
                "polling a branch of 100 repositories",
                Repetitions.of(ours),
                "s",
                Repetitions.of(peer),
                1,
                "peer: git ls-remote, one after the other");
    }

    private static void require(Optional<BranchTip> tip) {
        if (tip.isEmpty()) {
            throw new IllegalStateException("A branch is not there");
        }
    }

    private Measurement fetching(String commit) throws Exception {
        double[] ours = new double[ROUNDS];
        double[] peer = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            Path home = folder.resolve("home-" + round);
            Path clone = folder.resolve("clone-" + round);
            double own = seconds(() -> tar(home, commit));
            double other = seconds(
                    () -> DebianGit.run(folder, "clone", "-q", "--depth", "1", server.url("/large.git"), clone.toString()));
            if (round >= 0) {
                ours[round] = own;
                peer[round] = other;
            }
        }
        return Measurement.withinTimes(
                "git-fetch",
                "fetch and tar of 4,000 files, 32 MB",
                Repetitions.of(ours),
                "s",
                Repetitions.of(peer),
                1.3,
                "peer: git clone --depth 1");
    }

    private void tar(Path home, String commit) throws IOException {
        GitCache cache = new GitCache(Home.open(home), requests, Clock.systemUTC(), GitLimits.STANDARD);
        try (GitTree tree = cache.tree(server.remote("/large.git"), commit, "", GitProgress.NONE)) {
            tree.writeTar(OutputStream.nullOutputStream(), GitProgress.NONE);
        }
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
