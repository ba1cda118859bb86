/**
 * Where repositories are kept: connections to GitHub, GitLab and Gitea with their tokens, and the webhooks by which these
 * tell of pushes. {@link dev.wheelhouse.core.vcs.VcsConnectionService} is what people do with connections;
 * {@link dev.wheelhouse.core.vcs.VcsHooks} makes webhooks for whatever hears of pushes, which registers itself, and
 * {@link dev.wheelhouse.core.vcs.PushReceiver} takes what they send. {@code provider} asks the far side, {@code push}
 * judges and reads what it sends (pure). Invariants: tokens and secrets are in the vault alone, and in no answer, event,
 * error or line of the log; a token goes to the address that it was given for; a delivery counts once, together with what
 * is made of it.
 */
package dev.wheelhouse.core.vcs;
