/** Backups of databases: the list, the page of each with its runs and the times that it leads to, forms, restores. */
package dev.wheelhouse.ui.backups;
