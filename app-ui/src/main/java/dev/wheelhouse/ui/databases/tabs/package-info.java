/** The tabs of the databases screen: what they are, how they open, close and come back. */
package dev.wheelhouse.ui.databases.tabs;
