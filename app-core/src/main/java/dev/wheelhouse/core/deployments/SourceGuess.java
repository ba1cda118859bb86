package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.json.Json;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the files at the top of a repository how it is built and run, after the usual ways of each tool. What no file
 * says is left open. Pure, for one thread.
 */
final class SourceGuess {

    /** What is looked at; of other files nothing is known. */
    static final Set<String> FILES = Set.of(
            "Dockerfile",
            "Containerfile",
            "Procfile",
            "pom.xml",
            "mvnw",
            "build.gradle",
            "build.gradle.kts",
            "gradlew",
            "go.mod",
            "main.go",
            "Cargo.toml",
            "package.json",
            "package-lock.json",
            "npm-shrinkwrap.json",
            "pnpm-lock.yaml",
            "yarn.lock",
            ".yarnrc.yml",
            "bun.lock",
            "bun.lockb",
            "pyproject.toml",
            "requirements.txt",
            "uv.lock",
            "poetry.lock",
            "main.py",
            "app.py",
            "Makefile");

    private static final int UNPRIVILEGED = 1024;
    private static final int ABOVE = 8000;
    private static final int HTTP = 80;
    /** Of Spring Boot and Quarkus, unless their settings say otherwise. */
    private static final int JAVA_WEB = 8080;

    private static final Pattern EXPOSE = Pattern.compile("(?im)^\\s*EXPOSE\\s+([0-9]{1,5})(?:/tcp)?(?=\\s|$)");
    private static final Pattern HEALTHCHECK = Pattern.compile(
            "(?im)^\\s*HEALTHCHECK\\b.*?http://(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0)(?::([0-9]{1,5}))?(/[^\\s'\"|)\\],]*)?");
    private static final Pattern WEB = Pattern.compile("(?m)^web:[ \\t]*(\\S.*)$");
    private static final Pattern CRATE = Pattern.compile("(?s)\\[package][^\\[]*?\\bname\\s*=\\s*\"([\\w-]+)\"");
    private static final Pattern TARGET = Pattern.compile("(?m)^([A-Za-z0-9_.-]+)[ \\t]*:(?!=)");

    private final Map<String, String> files;
    private final RuntimeKind runtime;
    private List<String> command = List.of();
    private @Nullable HealthCheck health;

    private SourceGuess(Map<String, String> files, RuntimeKind runtime) {
        this.files = files;
        this.runtime = runtime;
    }

    /**
     * @param files texts by name, cut where they are long
     * @param wanted how the app is to run; null for what fits best
     */
    static SourceSuggestion of(Map<String, String> files, @Nullable RuntimeKind wanted) {
        Optional<SourceSuggestion> image = wanted == null || wanted == RuntimeKind.CONTAINER
                ? Stream.of("Dockerfile", "Containerfile")
                        .filter(files::containsKey)
                        .findFirst()
                        .map(file -> image(file, files.getOrDefault(file, "")))
                : Optional.empty();
        if (image.isPresent()) {
            return image.get();
        }
        if (wanted == RuntimeKind.CONTAINER) {
            return new SourceSuggestion(
                    wanted, List.of(), List.of(), null, null, "There is no Dockerfile or Containerfile.");
        }
        return new SourceGuess(files, Objects.requireNonNullElse(wanted, RuntimeKind.PROCESS)).ofProcess();
    }

    private static SourceSuggestion image(String file, String text) {
        String lines = text.replaceAll("\\\\[ \\t]*\\r?\\n", " ");
        Matcher exposed = EXPOSE.matcher(lines);
        boolean exposes = exposed.find();
        int port = exposes ? Integer.parseInt(exposed.group(1)) : 0;
        Matcher checked = HEALTHCHECK.matcher(lines);
        StringBuilder because = new StringBuilder("There is a " + file);
        List<String> ports = new ArrayList<>();
        HealthCheck health = null;
        if (checked.find()) {
            int inside = checked.group(1) == null ? HTTP : Integer.parseInt(checked.group(1));
            port = port == 0 ? inside : port;
            health = inside == port ? at(outside(port), Objects.requireNonNullElse(checked.group(2), "/")) : null;
            because.append(" with a HEALTHCHECK");
        } else if (port > 0) {
            health = at(outside(port), "/");
        }
        if (port > 0) {
            ports.add("127.0.0.1:" + outside(port) + ":" + port);
            because.append(exposes ? "; it exposes port " + port : "");
        }
        return new SourceSuggestion(
                RuntimeKind.CONTAINER,
                List.of(),
                ports,
                new BuildPlan(null, file, null),
                health,
                because.append('.').toString());
    }

    /** The port of the server that leads to one of a container: one that needs no rights. */
    private static int outside(int port) {
        return port < UNPRIVILEGED ? ABOVE + port : port;
    }

    private static HealthCheck at(int port, String path) {
        return new HealthCheck("http://127.0.0.1:" + port + path, null, null, HealthCheck.STANDARD_SECONDS, 1);
    }

    /** What a tool's file says. */
    private record Found(@Nullable List<String> build, String because) {}

    private static Optional<Found> found(@Nullable List<String> build, String because) {
        return Optional.of(new Found(build, because));
    }

    private SourceSuggestion ofProcess() {
        Found found = maven().or(this::gradle)
                .or(this::go)
                .or(this::cargo)
                .or(this::node)
                .or(this::python)
                .or(this::make)
                .orElse(new Found(null, ""));
        String because = found.because();
        Matcher web = WEB.matcher(text("Procfile"));
        if (web.find()) {
            command = shell(web.group(1).strip());
            because += (because.isEmpty() ? "" : " ") + "The Procfile says what to start.";
        }
        List<String> build = found.build();
        return new SourceSuggestion(
                runtime,
                runtime == RuntimeKind.PROCESS ? command : List.of(),
                List.of(),
                build == null ? null : new BuildPlan(build, null, null),
                health,
                because.isEmpty() ? "Nothing in this directory says how it is built." : because);
    }

    private boolean has(String file) {
        return files.containsKey(file);
    }

    private String text(String file) {
        return files.getOrDefault(file, "");
    }

    private static List<String> shell(String line) {
        return List.of("sh", "-c", line);
    }

    private Optional<Found> maven() {
        if (!has("pom.xml")) {
            return Optional.empty();
        }
        String pom = text("pom.xml");
        if (pom.contains("quarkus-maven-plugin")) {
            command = List.of("java", "-jar", "target/quarkus-app/quarkus-run.jar");
            health = pom.contains("quarkus-smallrye-health") ? at(JAVA_WEB, "/q/health") : null;
        } else if (pom.contains("spring-boot-maven-plugin")) {
            command = shell("exec java -jar target/*.jar");
            health = pom.contains("spring-boot-starter-actuator") ? at(JAVA_WEB, "/actuator/health") : null;
        }
        String maven = has("mvnw") ? "./mvnw" : "mvn";
        return found(
                List.of(maven, "-B", "-DskipTests", "package"),
                has("mvnw") ? "There is a pom.xml with its wrapper mvnw." : "There is a pom.xml.");
    }

    private Optional<Found> gradle() {
        String file = has("build.gradle.kts") ? "build.gradle.kts" : "build.gradle";
        if (!has(file)) {
            return Optional.empty();
        }
        boolean boots = text(file).contains("org.springframework.boot");
        if (boots) {
            command = shell("exec java -jar build/libs/*.jar");
            health = text(file).contains("spring-boot-starter-actuator") ? at(JAVA_WEB, "/actuator/health") : null;
        }
        String gradle = has("gradlew") ? "./gradlew" : "gradle";
        return found(
                List.of(gradle, "--no-daemon", boots ? "bootJar" : "assemble"),
                "There is a " + file + (has("gradlew") ? " with its wrapper gradlew." : "."));
    }

    private Optional<Found> go() {
        if (!has("go.mod")) {
            return Optional.empty();
        }
        if (!has("main.go")) {
            return found(List.of("go", "build", "-o", "bin/", "./..."), "There is a go.mod.");
        }
        command = List.of("./app");
        return found(List.of("go", "build", "-o", "app", "."), "There is a go.mod, and main.go beside it.");
    }

    private Optional<Found> cargo() {
        if (!has("Cargo.toml")) {
            return Optional.empty();
        }
        Matcher crate = CRATE.matcher(text("Cargo.toml"));
        boolean named = crate.find();
        if (named) {
            command = List.of("target/release/" + crate.group(1));
        }
        return found(
                List.of("cargo", "build", "--release"),
                named ? "Cargo.toml is of the package " + crate.group(1) + "." : "There is a Cargo.toml.");
    }

    private Optional<Found> node() {
        if (!has("package.json")) {
            return Optional.empty();
        }
        Map<?, ?> scripts;
        try {
            scripts = Json.readObject(text("package.json")).get("scripts") instanceof Map<?, ?> map ? map : Map.of();
        } catch (UncheckedIOException _) {
            return found(null, "package.json is not JSON, or too long.");
        }
        boolean builds = scripts.containsKey("build");
        boolean starts = scripts.containsKey("start");
        if (!builds && !starts && (has("requirements.txt") || has("pyproject.toml"))) {
            return Optional.empty();
        }
        Lock lock = lock();
        if (starts) {
            command = List.of(lock.program(), "run", "start");
        }
        String said = builds && starts
                ? "package.json has the scripts build and start"
                : builds || starts
                        ? "package.json has a script called " + (builds ? "build" : "start")
                        : "There is a package.json without a script called build or start";
        return found(
                builds
                        ? shell(String.join(" ", lock.install()) + " && " + lock.program() + " run build")
                        : lock.install(),
                said + (lock.file().isEmpty() ? "." : "; " + lock.file() + " says which versions."));
    }

    /** Which program installs what, and the file that says so; "" for none. */
    private record Lock(String file, String program, List<String> install) {}

    private Lock lock() {
        String frozen = has(".yarnrc.yml") ? "--immutable" : "--frozen-lockfile";
        return Stream.of(
                        new Lock("package-lock.json", "npm", List.of("npm", "ci")),
                        new Lock("npm-shrinkwrap.json", "npm", List.of("npm", "ci")),
                        new Lock("pnpm-lock.yaml", "pnpm", List.of("pnpm", "install", "--frozen-lockfile")),
                        new Lock("yarn.lock", "yarn", List.of("yarn", "install", frozen)),
                        new Lock("bun.lock", "bun", List.of("bun", "install", "--frozen-lockfile")),
                        new Lock("bun.lockb", "bun", List.of("bun", "install", "--frozen-lockfile")))
                .filter(each -> has(each.file()))
                .findFirst()
                .orElse(new Lock("", "npm", List.of("npm", "install")));
    }

    private Optional<Found> python() {
        Map<String, List<String>> ways = new LinkedHashMap<>();
        ways.put("uv.lock", List.of("uv", "sync", "--frozen", "--no-dev"));
        ways.put("poetry.lock", shell("POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --only main"));
        ways.put("requirements.txt", shell("python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"));
        ways.put("pyproject.toml", shell("python3 -m venv .venv && .venv/bin/pip install ."));
        return ways.entrySet().stream()
                .filter(each -> has(each.getKey()))
                .findFirst()
                .map(each -> {
                    Stream.of("main.py", "app.py")
                            .filter(this::has)
                            .findFirst()
                            .ifPresent(file -> command = List.of(".venv/bin/python", file));
                    return new Found(each.getValue(), "There is a " + each.getKey() + ".");
                });
    }

    private Optional<Found> make() {
        List<String> targets = TARGET.matcher(text("Makefile"))
                .results()
                .map(each -> each.group(1))
                .toList();
        if (targets.contains("build") || targets.contains("all")) {
            Stream.of("start", "run", "serve")
                    .filter(targets::contains)
                    .findFirst()
                    .ifPresent(target -> command = List.of("make", target));
        }
        return Stream.of("build", "all")
                .filter(targets::contains)
                .findFirst()
                .map(target -> new Found(List.of("make", target), "The Makefile has a target called " + target + "."));
    }
}
