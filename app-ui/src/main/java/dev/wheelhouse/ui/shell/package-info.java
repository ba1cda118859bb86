/** The window around the screens: sidebar, status bar, palette, jobs, notices. */
package dev.wheelhouse.ui.shell;
