/**
 * An editor of code: line numbers, colours for what is on the screen, proposals, find and replace. It knows no language;
 * what the text means is decided by a {@link dev.wheelhouse.ui.controls.editor.TextAnalyser}.
 */
package dev.wheelhouse.ui.controls.editor;
