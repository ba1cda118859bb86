/** The viewer of logs: its screen with tabs, and the pane of one log that other screens show as well. */
package dev.wheelhouse.ui.logs;
