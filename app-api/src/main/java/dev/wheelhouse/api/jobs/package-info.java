/** Jobs: what every long work of the console is followed and cancelled by. */
package dev.wheelhouse.api.jobs;
