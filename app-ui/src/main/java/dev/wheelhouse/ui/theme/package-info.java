/** Colours, fonts and sizes, light and dark. */
package dev.wheelhouse.ui.theme;
