/** Backups over HTTP: translates, calls the services, answers. */
package dev.wheelhouse.api.backups;
