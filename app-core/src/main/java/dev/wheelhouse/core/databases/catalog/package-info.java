/**
 * What a database holds: its tables and views, and for one of them its columns, keys, indexes and references. Everything
 * is read from the server's own catalogue over a connection that the caller lends; nothing is cached and nothing is
 * changed here. Names are compared exactly, as the catalogue stores them.
 */
@NullMarked
package dev.wheelhouse.core.databases.catalog;

import org.jspecify.annotations.NullMarked;
