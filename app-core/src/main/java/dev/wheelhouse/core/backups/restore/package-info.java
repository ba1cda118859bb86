/**
 * Restores: a base laid into a directory, WAL fed to a server that recovers from it, and the proof that it got where it
 * should. Everything on the machine goes through its {@code Host}, as the user whom the cluster's files belong to.
 */
package dev.wheelhouse.core.backups.restore;
