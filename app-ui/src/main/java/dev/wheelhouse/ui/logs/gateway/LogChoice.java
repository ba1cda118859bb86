package dev.wheelhouse.ui.logs.gateway;

/** An app or a server to choose. */
public record LogChoice(String id, String name) {}
