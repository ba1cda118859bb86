package dev.wheelhouse.core.apps.runtime;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an app is, by the kind of its runtime; checked. */
public sealed interface AppSpec {

    RuntimeKind kind();

    /**
     * A program that the console starts, in a process group of its own.
     *
     * @param command the program and its arguments; no shell reads them
     * @param directory where it runs; null for the home of the server's user
     * @param environment added to what the server gives
     */
    @SuppressWarnings("AvoidCommonTypeNames") // Only ever named as AppSpec.Process.
    record Process(List<String> command, @Nullable String directory, Map<String, String> environment)
            implements AppSpec {
        public Process {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        @Override
        public RuntimeKind kind() {
            return RuntimeKind.PROCESS;
        }

        /** Without the values of the environment, which may be secrets. */
        @Override
        public String toString() {
            return "Process[" + command + " in " + directory + " with " + environment.keySet() + "]";
        }
    }

    /**
     * A unit that the server has.
     *
     * @param unit with its suffix, such as {@code nginx.service}
     */
    record SystemdUnit(String unit) implements AppSpec {
        @Override
        public RuntimeKind kind() {
            return RuntimeKind.SYSTEMD;
        }
    }

    /**
     * One or more containers of one image.
     *
     * @param image its name, as the engine takes it
     * @param command replaces the image's own; empty keeps that
     * @param ports such as {@code 127.0.0.1:8080:80/tcp}, {@code 8080:80} or {@code 80}
     * @param volumes such as {@code /srv/data:/data:ro} or {@code name:/data}
     * @param memoryLimitBytes of each container; null for none
     * @param engine path of the engine's socket on the server; null for the one that is found there
     * @param replicas how many containers, 1..50
     * @param adopted the containers that were there before the app, by name; then nothing is created, and the fields
     *     above say what they are. Null for containers of the console's own making
     */
    record Container(
            String image,
            List<String> command,
            List<String> ports,
            Map<String, String> environment,
            List<String> volumes,
            @Nullable Long memoryLimitBytes,
            @Nullable String engine,
            int replicas,
            @Nullable List<String> adopted)
            implements AppSpec {
        public Container {
            command = List.copyOf(command);
            ports = List.copyOf(ports);
            environment = Map.copyOf(environment);
            volumes = List.copyOf(volumes);
            adopted = adopted == null ? null : List.copyOf(adopted);
        }

        @Override
        public RuntimeKind kind() {
            return RuntimeKind.CONTAINER;
        }

        /** Without the values of the environment, which may be secrets. */
        @Override
        public String toString() {
            return "Container[" + image + " " + command + " with " + environment.keySet() + ", " + replicas + " times]";
        }
    }
}
