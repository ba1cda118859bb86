/** Programs that run on servers: what they are, how they are, and starting and stopping them. */
package dev.wheelhouse.api.apps;
