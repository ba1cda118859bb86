/**
 * What a provider of repositories is asked over HTTP: a {@link dev.wheelhouse.core.vcs.provider.VcsProvider} is one
 * connection's, with its token; all of them share {@code VcsApi}, which knows pages, entity tags, rate limits and what a
 * server that is none of that kind answers. Nothing here is kept but pages, in memory. Invariant: the token goes to the
 * connection's own API alone, and into no word of an error.
 */
package dev.wheelhouse.core.vcs.provider;
