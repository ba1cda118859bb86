/**
 * What happened and what is to come, small enough for a row or the head of a screen: runs as bars, and the coming day as
 * one lane of marks. They know no feature.
 */
package dev.wheelhouse.ui.controls.timeline;
