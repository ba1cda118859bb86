/**
 * SQL editor tabs: each is a session with a connection of its own, which keeps its transaction, settings and open
 * results from run to run. What may run is decided by the same guard as for a single call.
 */
package dev.wheelhouse.core.databases.editor;
