/** What copies of single databases take: log-ins of PostgreSQL's own programs, and whole copies of SQLite files. */
package dev.wheelhouse.core.databases.copies;
