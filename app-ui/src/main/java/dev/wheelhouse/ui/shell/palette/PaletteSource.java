package dev.wheelhouse.ui.shell.palette;

import java.util.List;

/** Adds entries to the palette. Asked on the window's thread each time it opens, so it answers from memory. */
@FunctionalInterface
public interface PaletteSource {

    List<PaletteEntry> entries();
}
