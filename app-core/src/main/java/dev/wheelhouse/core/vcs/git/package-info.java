/**
 * Git repositories as the console reads them, by JGit: which branches there are ({@link
 * dev.wheelhouse.core.vcs.git.GitRemotes}), and the files of one commit as a tar ({@link
 * dev.wheelhouse.core.vcs.git.GitCache}, {@link dev.wheelhouse.core.vcs.git.GitTree}).
 *
 * <p>Invariants: nothing is pushed and no work tree is written; every request goes through {@code platform.net}, so that
 * private addresses, redirects and certificates are judged as everywhere; a secret is sent to its own origin alone and
 * stands in no file, address, message or log; no configuration of git is read, neither the user's nor the system's; a
 * tar holds nothing that leads out of it.
 */
package dev.wheelhouse.core.vcs.git;
