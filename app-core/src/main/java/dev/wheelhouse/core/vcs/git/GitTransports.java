package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.net.Proxy;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.eclipse.jgit.errors.NoRemoteRepositoryException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.TestProtocol;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.TransportHttp;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.transport.UploadPack;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.eclipse.jgit.transport.http.HttpConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Conversations with repositories. Over http(s) JGit gets its connections from {@link GitHttp}; a directory of this machine is
 * read within this process, without a program of git. Thread-safe.
 */
final class GitTransports {

    private final OutgoingRequests requests;
    private final GitLimits limits;

    GitTransports(OutgoingRequests requests, GitLimits limits) {
        this.requests = requests;
        this.limits = limits;
        JGitSettings.install();
    }

    GitLimits limits() {
        return limits;
    }

    GitHttp http(GitRemote remote, Duration total) {
        return new GitHttp(requests, remote, total, limits.idle());
    }

    /** A conversation, and what has to be closed behind it. */
    record Open(Transport transport, @Nullable Repository remote) implements AutoCloseable {

        @Override
        public void close() {
            transport.close();
            if (remote != null) {
                remote.close();
            }
        }
    }

    /**
     * Begins a conversation.
     *
     * @param local where objects go
     * @param mostBytes of each answer
     * @param received hears of each further byte
     */
    Open open(Repository local, GitRemote remote, Duration total, long mostBytes, LongConsumer received)
            throws IOException, URISyntaxException {
        Path directory = remote.directory().orElse(null);
        Open open = directory == null
                ? overHttp(local, remote, total, mostBytes, received)
                : fromDirectory(local, directory);
        open.transport.setTagOpt(TagOpt.NO_TAGS);
        return open;
    }

    private Open overHttp(Repository local, GitRemote remote, Duration total, long mostBytes, LongConsumer received)
            throws IOException, URISyntaxException {
        GitHttp http = http(remote, total);
        // Without the address of a directory, no other protocol of JGit feels meant.
        TransportHttp transport =
                (TransportHttp) Transport.open(local, new URIish(remote.url().toString()));
        transport.setHttpConnectionFactory(new HttpConnectionFactory() {
            @Override
            public HttpConnection create(URL url) {
                return new GitHttpConnection(http, url, mostBytes, received);
            }

            @Override
            public HttpConnection create(URL url, Proxy proxy) {
                return create(url);
            }
        });
        return new Open(transport, null);
    }

    /** JGit's way of reading a repository of the same process, which is public under a name of its tests. */
    private static Open fromDirectory(Repository local, Path directory) throws IOException, URISyntaxException {
        Path inside = Files.isDirectory(directory.resolve(".git")) ? directory.resolve(".git") : directory;
        if (!Files.isRegularFile(inside.resolve("HEAD"))) {
            throw new NoRemoteRepositoryException(new URIish(directory.toString()), "no repository");
        }
        Repository remote = new FileRepositoryBuilder()
                .setGitDir(inside.toFile())
                .setMustExist(true)
                .build();
        boolean opened = false;
        try {
            TestProtocol<String> protocol = new TestProtocol<>(
                    (request, repository) -> {
                        UploadPack upload = new UploadPack(repository);
                        upload.setRequestPolicy(UploadPack.RequestPolicy.ANY);
                        return upload;
                    },
                    null);
            Transport transport = protocol.open(protocol.register("", remote), local, "origin");
            opened = true;
            return new Open(transport, remote);
        } finally {
            if (!opened) {
                remote.close();
            }
        }
    }
}
