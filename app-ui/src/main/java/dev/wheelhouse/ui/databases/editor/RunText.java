package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.ui.controls.editor.TextRange;
import java.util.function.Supplier;

/**
 * The editor at the moment of a command.
 *
 * @param text put together when it is asked for, on any thread
 * @param selection empty when nothing is selected
 */
public record RunText(Supplier<String> text, int caret, TextRange selection) {}
