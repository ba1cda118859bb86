/**
 * Apps as processes of the console's own making, on any Linux: a small supervisor in POSIX sh starts the program in a
 * session of its own, keeps its log, and starts it again. Everything lies in one directory an app under the server
 * user's {@code ~/.local/state/wheelhouse/apps}; nothing is installed.
 */
package dev.wheelhouse.core.apps.process;
