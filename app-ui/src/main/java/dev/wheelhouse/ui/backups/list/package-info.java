/** The list of backups, what can be done with them, and how they read and look. */
package dev.wheelhouse.ui.backups.list;
