/**
 * Charts of measured values over time: an average with its band from least to most, a limit, marks of events, one
 * cross-hair for all charts of a group. Times are milliseconds since the epoch, as the series have them. It knows no
 * feature. What has nodes belongs to the window's thread; scales, ticks and decimation are plain and immutable.
 */
package dev.wheelhouse.ui.controls.chart;
