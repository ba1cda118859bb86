/**
 * A grid of rows and columns for any number of rows: it asks its {@link GridModel} for the rows it shows and keeps no
 * others. Its selection is a list of rectangles, so that selecting everything costs nothing. It knows no feature. All of
 * it belongs to the window's thread.
 */
package dev.wheelhouse.ui.controls.grid;
