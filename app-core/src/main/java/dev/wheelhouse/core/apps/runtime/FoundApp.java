package dev.wheelhouse.core.apps.runtime;

/**
 * Something that runs or could run on a server and is not an app yet.
 *
 * @param name that it would get as an app
 * @param spec that it would get
 * @param description for people, such as the unit's own description or the container's image and ports
 */
public record FoundApp(String name, AppSpec spec, String description, boolean running) {}
