/**
 * Connections, their schemas and tables. Shown as a flat list of indented rows: a list draws only what is seen, so ten
 * thousand tables cost no more than fifty.
 */
package dev.wheelhouse.ui.databases.tree;
