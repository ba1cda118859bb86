/**
 * The records of databases. A password goes into the vault in the same transaction and never comes out of a service;
 * a file inside the console's home is never a database.
 */
package dev.wheelhouse.core.databases.connections;
