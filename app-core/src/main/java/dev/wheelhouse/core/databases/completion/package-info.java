/**
 * Proposals while SQL is typed, from the text and a {@link dev.wheelhouse.core.databases.catalog.CatalogSnapshot} alone:
 * pure, a few milliseconds at most, never a query.
 */
package dev.wheelhouse.core.databases.completion;
