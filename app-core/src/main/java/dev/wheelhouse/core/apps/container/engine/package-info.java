/**
 * Talks to a container engine: the Docker Engine API from 1.41 on, as Docker and Podman's compatible socket speak it, over
 * HTTP/1.1 (RFC 9112) and a UNIX socket of any {@link dev.wheelhouse.core.platform.host.Host}.
 */
package dev.wheelhouse.core.apps.container.engine;
