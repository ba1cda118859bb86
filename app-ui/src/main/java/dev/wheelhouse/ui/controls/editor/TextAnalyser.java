package dev.wheelhouse.ui.controls.editor;

/** Tells what the parts of a text are. Called beside the window's thread; pure. */
@FunctionalInterface
public interface TextAnalyser {

    TextAnalysis analyse(String text);
}
