/**
 * A database to begin with: a shop in a SQLite file, made on the spot from seeded data, the same in every console.
 * {@link dev.wheelhouse.core.databases.sample.SampleDatabase} makes it and adds its connection.
 */
package dev.wheelhouse.core.databases.sample;
