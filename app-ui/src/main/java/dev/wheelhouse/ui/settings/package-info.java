/** The screen of settings, and the theme that follows them. */
package dev.wheelhouse.ui.settings;
