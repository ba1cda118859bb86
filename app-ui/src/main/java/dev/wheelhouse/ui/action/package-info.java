/** What can be done: one object an action, from which its button, menu item, shortcut and palette entry are made. */
package dev.wheelhouse.ui.action;
