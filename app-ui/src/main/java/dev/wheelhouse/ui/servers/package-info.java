/** Servers in the window: their list, a page of charts for each, and the form that adds and changes one. */
package dev.wheelhouse.ui.servers;
