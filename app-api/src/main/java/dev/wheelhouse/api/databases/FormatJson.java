package dev.wheelhouse.api.databases;

/** The body and the answer of {@code POST /db-connections/{id}/format}. */
record FormatJson(String sql) {}
