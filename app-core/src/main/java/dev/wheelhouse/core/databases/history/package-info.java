/** Everything that ran on a connection, whoever asked for it and however it ended. Row reading is not recorded. */
package dev.wheelhouse.core.databases.history;
