/** Providers of repositories over HTTP, and what these send: translates, calls the services, answers. */
package dev.wheelhouse.api.vcs;
