/**
 * Logs of whatever writes one: the ports that a log is read through, the search over them, and files on any server.
 * Where a log comes from (an app's files, a journal, a container) is its feature's own.
 */
package dev.wheelhouse.core.logs;
