/** Errors as the window tells them. */
package dev.wheelhouse.ui.error;
