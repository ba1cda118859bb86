/** Long work, as the window shows it. */
package dev.wheelhouse.ui.shell.jobs;
