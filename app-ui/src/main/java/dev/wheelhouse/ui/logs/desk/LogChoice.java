package dev.wheelhouse.ui.logs.desk;

/** An app or a server to choose. */
public record LogChoice(String id, String name) {}
