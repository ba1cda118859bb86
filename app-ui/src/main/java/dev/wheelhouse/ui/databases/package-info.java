/** The databases screen: the tree of connections at the left, the tabs of what is open at the right. */
package dev.wheelhouse.ui.databases;
