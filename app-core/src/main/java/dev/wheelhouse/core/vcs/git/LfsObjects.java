package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gets contents of Git LFS (git-lfs, {@code docs/api/batch.md} and {@code basic-transfers.md}) into the cache; of a directory
 * of this machine from where its own are. The secret goes to the repository's origin alone; what the server names elsewhere is
 * got with the headers that it gives. Each content is checked against its id before it counts. For one thread.
 */
final class LfsObjects {

    private static final String TYPE = "application/vnd.git-lfs+json";
    private static final int BATCH = 100;
    private static final int LARGEST_ANSWER = 4 << 20;
    private static final int BUFFER = 64 << 10;
    /** Set by whoever sends a request, or a lie about it. */
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "accept-encoding");

    private final GitTransports transports;
    private final GitProgress progress;
    private long bytes;
    private long files;

    LfsObjects(GitTransports transports, GitProgress progress) {
        this.transports = transports;
        this.progress = progress;
    }

    /** Where a content is in the cache. */
    static Path file(CachedRepository repository, LfsPointer pointer) {
        return repository.lfs().resolve(pointer.oid().substring(0, 2)).resolve(pointer.oid());
    }

    /**
     * Gets all that a commit and its submodules need and that is not there.
     *
     * @throws AppException {@code lfs_object_missing}, naming the file; as {@link GitRemotes#list}
     */
    void fetch(Mount mount) throws IOException {
        Map<LfsPointer, String> wanted = new LinkedHashMap<>();
        mount.lfs().forEach((path, pointer) -> {
            if (!Files.exists(file(mount.repository(), pointer))) {
                wanted.putIfAbsent(pointer, path);
            }
        });
        Path directory = mount.remote().directory().orElse(null);
        if (directory != null) {
            for (Map.Entry<LfsPointer, String> each : wanted.entrySet()) {
                copy(mount, directory, each.getKey(), each.getValue());
            }
        } else if (!wanted.isEmpty()) {
            download(mount, wanted);
        }
        for (Mount each : mount.submodules().values()) {
            fetch(each);
        }
    }

    private void copy(Mount mount, Path directory, LfsPointer pointer, String path) throws IOException {
        Path inside = Files.isDirectory(directory.resolve(".git")) ? directory.resolve(".git") : directory;
        Path content = inside.resolve("lfs")
                .resolve("objects")
                .resolve(pointer.oid().substring(0, 2))
                .resolve(pointer.oid().substring(2, 4))
                .resolve(pointer.oid());
        if (!Files.isRegularFile(content)) {
            throw missing(mount, path, "it is not in " + directory);
        }
        try (InputStream from = Files.newInputStream(content)) {
            keep(mount, pointer, path, from);
        }
    }

    /** The shapes of the batch API. */
    record Answer(@Nullable List<Entry> objects) {}

    record Entry(
            @Nullable String oid,
            @Nullable Map<String, Action> actions,
            @Nullable Refusal error) {}

    record Action(@Nullable String href, @Nullable Map<String, String> header) {}

    record Refusal(int code, @Nullable String message) {}

    private void download(Mount mount, Map<LfsPointer, String> wanted) throws IOException {
        GitHttp http = transports.http(mount.remote(), transports.limits().fetch());
        URI batch = batch(mount);
        List<LfsPointer> pointers = List.copyOf(wanted.keySet());
        for (int from = 0; from < pointers.size(); from += BATCH) {
            List<LfsPointer> some = pointers.subList(from, Math.min(pointers.size(), from + BATCH));
            Map<String, Entry> entries = ask(http, batch, some);
            for (LfsPointer each : some) {
                get(mount, http, each, wanted.getOrDefault(each, ""), entries.get(each.oid()));
            }
        }
    }

    private static URI batch(Mount mount) throws IOException {
        String url = mount.remote().url().toString().replaceFirst("/+$", "");
        String usual = (url.endsWith(".git") ? url : url + ".git") + "/info/lfs";
        String endpoint = mount.lfsUrl().orElse(usual).replaceFirst("/+$", "");
        return OutgoingTargets.parse("lfs.url", endpoint + "/objects/batch");
    }

    private static Map<String, Entry> ask(GitHttp http, URI batch, List<LfsPointer> pointers) throws IOException {
        List<Map<String, Object>> objects = new ArrayList<>();
        pointers.forEach(each -> objects.add(Map.of("oid", each.oid(), "size", each.bytes())));
        byte[] body = Json.write(Map.of("operation", "download", "transfers", List.of("basic"), "objects", objects))
                .getBytes(StandardCharsets.UTF_8);
        String text = http.send("POST", batch, Map.of("Accept", TYPE, "Content-Type", TYPE), body, LARGEST_ANSWER)
                .text();
        Map<String, Entry> entries = new TreeMap<>();
        try {
            List<Entry> found = Json.read(text, Answer.class).objects();
            for (Entry each : found == null ? List.<Entry>of() : found) {
                if (each.oid() != null) {
                    entries.put(each.oid(), each);
                }
            }
        } catch (UncheckedIOException e) {
            throw new AppException(
                    PlatformError.UPSTREAM_FAILED,
                    "What answers for Git LFS at " + batch.getRawAuthority() + " does not speak its protocol.",
                    e);
        }
        return entries;
    }

    private void get(Mount mount, GitHttp http, LfsPointer pointer, String path, @Nullable Entry entry)
            throws IOException {
        Action action = entry == null || entry.actions() == null
                ? null
                : entry.actions().get("download");
        String href = action == null ? null : action.href();
        if (action == null || href == null) {
            Refusal error = entry == null ? null : entry.error();
            throw missing(
                    mount,
                    path,
                    error == null || error.message() == null
                            ? "the server does not have it"
                            : "the server says: " + error.message().replaceAll("\\p{Cntrl}", " "));
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        (action.header() == null ? Map.<String, String>of() : action.header()).forEach((name, value) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, value);
            }
        });
        try (InputStream content = http.open("GET", URI.create(href), headers, new byte[0])) {
            keep(mount, pointer, path, content);
        } catch (IllegalArgumentException e) {
            throw missing(mount, path, "the server names a malformed address for it");
        } catch (AppException e) {
            if (e.errorCode() == GitError.REPOSITORY_NOT_FOUND) {
                throw missing(mount, path, "it is not where the server says");
            }
            throw e;
        }
    }

    private void keep(Mount mount, LfsPointer pointer, String path, InputStream content) throws IOException {
        Path file = file(mount.repository(), pointer);
        PrivateFiles.createFolders(file.resolveSibling(""));
        Path unfinished = file.resolveSibling(pointer.oid() + ".tmp");
        MessageDigest digest = Sha256.digest();
        long length = 0;
        try (OutputStream out = PrivateFiles.write(unfinished)) {
            byte[] buffer = new byte[BUFFER];
            int read = content.read(buffer);
            while (read >= 0 && length <= pointer.bytes()) {
                digest.update(buffer, 0, read);
                out.write(buffer, 0, read);
                length += read;
                bytes += read;
                progress.reached(GitProgress.Step.LFS, bytes, files);
                read = content.read(buffer);
            }
        }
        if (length != pointer.bytes()
                || !HexFormat.of().formatHex(digest.digest()).equals(pointer.oid())) {
            Files.delete(unfinished);
            throw missing(mount, path, "what the server sent has another SHA-256");
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        files++;
        progress.reached(GitProgress.Step.LFS, bytes, files);
    }

    private static AppException missing(Mount mount, String path, String reason) {
        return new AppException(
                GitError.LFS_OBJECT_MISSING,
                "The content of \"" + GitPaths.shown(path) + "\" of "
                        + mount.remote().shown() + " in Git LFS: " + reason + ". Push it with git lfs push --all.");
    }
}
