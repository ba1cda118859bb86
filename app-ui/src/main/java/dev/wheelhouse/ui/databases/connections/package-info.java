/** Connections in the window: the list that every screen shares, and the form that adds and changes one. */
package dev.wheelhouse.ui.databases.connections;
