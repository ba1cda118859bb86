/** Logs in files of any server, read through its {@link dev.wheelhouse.core.platform.host.Host}: one file or a rotated set. */
package dev.wheelhouse.core.logs.file;
