/** A strip of tabs that knows no feature. */
package dev.wheelhouse.ui.controls.tabs;
