package dev.wheelhouse.api.databases;

/** SQL as text: to be formatted, formatted, or what makes a table. */
record SqlJson(String sql) {}
