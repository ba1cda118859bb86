/** Errors as the window shows them. */
package dev.wheelhouse.ui.error;
