package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.file.FileSystemException;
import org.eclipse.jgit.errors.NoRemoteRepositoryException;
import org.eclipse.jgit.errors.RepositoryNotFoundException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a repository, in words that name it and hold no secret. */
final class GitFailures {

    private static final int LONGEST = 300;

    private GitFailures() {}

    static AppException of(GitRemote remote, Exception failure) {
        AppException ours = find(failure, AppException.class);
        if (ours != null) {
            return ours;
        }
        if (Thread.currentThread().isInterrupted()) {
            return cancelled(remote);
        }
        if (find(failure, NoRemoteRepositoryException.class) != null
                || find(failure, RepositoryNotFoundException.class) != null) {
            return GitHttp.notFound(remote);
        }
        String said = said(remote, failure);
        if (said.contains("No space left on device")) {
            return new AppException(
                    PlatformError.STORAGE_FULL,
                    "There is no space left for " + remote.shown() + " in the console's home.",
                    failure);
        }
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "Reading " + remote.shown() + " failed: " + said + ".",
                repeatsSecret(remote, failure) ? null : failure);
    }

    /** A server may answer with what it was sent. */
    private static boolean repeatsSecret(GitRemote remote, Exception failure) {
        String secret = remote.secret();
        for (Throwable each = failure; each != null && secret != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).contains(secret)) {
                return true;
            }
        }
        return false;
    }

    static AppException cancelled(GitRemote remote) {
        return new AppException(PlatformError.CANCELLED, "Reading " + remote.shown() + " was cancelled.");
    }

    /** Whether the server has not got the commit that it was asked for (git's and JGit's words). */
    static boolean isUnknownCommit(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage());
            if (message.contains("not our ref") || message.matches("(?s).*want [0-9a-f]{40} not valid.*")) {
                return true;
            }
        }
        return false;
    }

    private static String said(GitRemote remote, Exception failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof FileSystemException)) {
            cause = cause.getCause();
        }
        String message =
                String.valueOf(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
        String secret = remote.secret();
        String clean = (secret == null ? message : message.replace(secret, "…"))
                .replaceAll("[\\p{Cntrl}]+", " ")
                .strip();
        String cut = clean.length() > LONGEST ? clean.substring(0, LONGEST) + "…" : clean;
        return cut.endsWith(".") ? cut.substring(0, cut.length() - 1) : cut;
    }

    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }
}
