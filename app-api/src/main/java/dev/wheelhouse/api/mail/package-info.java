/** Mail instances and domains over HTTP. */
package dev.wheelhouse.api.mail;
