/** Logs of any kind brought into a file of this machine, so that they can be shown as a document. */
package dev.wheelhouse.core.logs.spool;
