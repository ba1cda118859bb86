package dev.wheelhouse.ui.controls.grid;

/**
 * One place in a grid.
 *
 * @param row from 0
 * @param column from 0, counted as shown
 */
public record CellPoint(long row, int column) {}
