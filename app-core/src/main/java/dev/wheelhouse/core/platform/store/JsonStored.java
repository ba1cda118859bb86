package dev.wheelhouse.core.platform.store;

/** A record that lies in one column of a table, as a JSON object. Its components are what JSON can hold, and records of such. */
public interface JsonStored {}
