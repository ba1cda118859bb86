package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** A process of its own that fetches a commit and writes its tar nowhere; the test kills it, or gives it little memory. */
final class FetchingConsole {

    private FetchingConsole() {}

    /** @param arguments home, address, commit */
    public static void main(String[] arguments) throws Exception {
        try (Workers workers = new Workers()) {
            GitCache cache = new GitCache(
                    Home.open(Path.of(arguments[0])),
                    new OutgoingRequests(() -> List.of("127.0.0.1"), workers),
                    Clock.systemUTC(),
                    GitLimits.STANDARD);
            GitRemote remote = GitRemote.parse("url", arguments[1], true, true);
            try (GitTree tree = cache.tree(remote, arguments[2], "", GitProgress.NONE)) {
                tree.writeTar(OutputStream.nullOutputStream(), GitProgress.NONE);
                System.out.println(tree.files() + " files, " + tree.bytes() + " bytes");
            }
        }
    }
}
