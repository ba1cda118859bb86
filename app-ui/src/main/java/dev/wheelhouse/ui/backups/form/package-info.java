/** The form of a database's backups, with its test, and the key that is shown once they are set up. */
package dev.wheelhouse.ui.backups.form;
