package dev.wheelhouse.api.databases;

import org.jspecify.annotations.Nullable;

/** The body of {@code POST /db-connections/sample}. */
record SampleJson(@Nullable String directory) {}
