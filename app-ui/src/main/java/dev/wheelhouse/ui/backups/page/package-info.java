/** The page of a database's backups: the times that can be restored, the runs and what they wrote. */
package dev.wheelhouse.ui.backups.page;
