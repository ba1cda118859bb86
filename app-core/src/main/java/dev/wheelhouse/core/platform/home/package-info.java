/**
 * The directory of one console and the lock that keeps it to one. Files here are 0600 in a 0700 directory. Used by the
 * composition root, the secret vault, the settings and the local token.
 */
package dev.wheelhouse.core.platform.home;
