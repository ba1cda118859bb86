/** The form of a restore: up to when, where to, and how it would be made. */
package dev.wheelhouse.ui.backups.restore;
