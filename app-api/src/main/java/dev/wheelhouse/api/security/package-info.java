/**
 * Who may reach the API at all: guards against DNS rebinding (Host), foreign pages (Origin, Sec-Fetch-Site), oversized
 * heads and credentials in URLs, and the reading of credentials. Loopback is not trust.
 */
package dev.wheelhouse.api.security;
