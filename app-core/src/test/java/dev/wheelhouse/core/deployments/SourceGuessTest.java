package dev.wheelhouse.core.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SourceGuessTest {

    private static final String START = "{\"scripts\": {\"start\": \"node .\"}}";
    private static final String BOTH = "{\"scripts\": {\"build\": \"vite build\", \"start\": \"node .\"}}";

    /** @param filesAndTexts by turns */
    private static Map<String, String> files(String... filesAndTexts) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < filesAndTexts.length; i += 2) {
            files.put(filesAndTexts[i], filesAndTexts[i + 1]);
        }
        assertThat(SourceGuess.FILES).containsAll(files.keySet());
        return files;
    }

    private static String line(List<String> words) {
        return String.join(" ", words);
    }

    static Stream<Arguments> processes() {
        return Stream.of(
                Arguments.of(
                        files("package.json", BOTH, "package-lock.json", "{}"),
                        "sh -c npm ci && npm run build",
                        "npm run start"),
                Arguments.of(
                        files("package.json", BOTH, "pnpm-lock.yaml", ""),
                        "sh -c pnpm install --frozen-lockfile && pnpm run build",
                        "pnpm run start"),
                Arguments.of(
                        files("package.json", START, "yarn.lock", ""),
                        "yarn install --frozen-lockfile",
                        "yarn run start"),
                Arguments.of(
                        files("package.json", START, "yarn.lock", "", ".yarnrc.yml", ""),
                        "yarn install --immutable",
                        "yarn run start"),
                Arguments.of(
                        files("package.json", START, "bun.lock", ""), "bun install --frozen-lockfile", "bun run start"),
                Arguments.of(files("package.json", "{\"scripts\": 3}"), "npm install", ""),
                Arguments.of(files("package.json", "{", "package-lock.json", "{}"), "", ""),
                Arguments.of(
                        files("package.json", "{}", "requirements.txt", "flask", "app.py", ""),
                        "sh -c python3 -m venv .venv && .venv/bin/pip install -r requirements.txt",
                        ".venv/bin/python app.py"),
                Arguments.of(
                        files("pyproject.toml", "[project]"),
                        "sh -c python3 -m venv .venv && .venv/bin/pip install .",
                        ""),
                Arguments.of(
                        files("pyproject.toml", "[project]", "uv.lock", "", "main.py", ""),
                        "uv sync --frozen --no-dev",
                        ".venv/bin/python main.py"),
                Arguments.of(
                        files(
                                "requirements.txt",
                                "gunicorn",
                                "Procfile",
                                "release: x\nweb: .venv/bin/gunicorn shop:app\n"),
                        "sh -c python3 -m venv .venv && .venv/bin/pip install -r requirements.txt",
                        "sh -c .venv/bin/gunicorn shop:app"),
                Arguments.of(files("Procfile", "web: ./serve"), "", "sh -c ./serve"),
                Arguments.of(files("pom.xml", "<project/>", "package.json", BOTH), "mvn -B -DskipTests package", ""),
                Arguments.of(
                        files("pom.xml", "<artifactId>spring-boot-maven-plugin</artifactId>", "mvnw", ""),
                        "./mvnw -B -DskipTests package",
                        "sh -c exec java -jar target/*.jar"),
                Arguments.of(
                        files("pom.xml", "<artifactId>quarkus-maven-plugin</artifactId>"),
                        "mvn -B -DskipTests package",
                        "java -jar target/quarkus-app/quarkus-run.jar"),
                Arguments.of(files("build.gradle", "", "gradlew", ""), "./gradlew --no-daemon assemble", ""),
                Arguments.of(
                        files("build.gradle.kts", "id(\"org.springframework.boot\")"),
                        "gradle --no-daemon bootJar",
                        "sh -c exec java -jar build/libs/*.jar"),
                Arguments.of(
                        files("go.mod", "module x", "main.go", "", "Makefile", "build:\n"),
                        "go build -o app .",
                        "./app"),
                Arguments.of(files("go.mod", "module x"), "go build -o bin/ ./...", ""),
                Arguments.of(
                        files("Cargo.toml", "[package]\nname = \"shop-api\"\nversion = \"1\"\n"),
                        "cargo build --release",
                        "target/release/shop-api"),
                Arguments.of(
                        files("Cargo.toml", "[workspace]\nmembers = []\n[workspace.package]\nname = \"no\"\n"),
                        "cargo build --release",
                        ""),
                Arguments.of(
                        files("Makefile", "X := 1\nbuild: a.c\n\tcc a.c\nrun:\n\t./a\n"), "make build", "make run"),
                Arguments.of(files("Makefile", "all := 1\nclean:\n\trm a\nrun:\n"), "", ""),
                Arguments.of(files("main.py", ""), "", ""));
    }

    @ParameterizedTest
    @MethodSource("processes")
    void aProcessIsBuiltAndStartedAsItsFilesSay(Map<String, String> files, String build, String command) {
        SourceSuggestion found = SourceGuess.of(files, null);
        assertThat(found.runtime()).isEqualTo(RuntimeKind.PROCESS);
        BuildPlan plan = found.build();
        assertThat(plan == null || plan.command() == null ? "" : line(plan.command()))
                .isEqualTo(build);
        assertThat(line(found.command())).isEqualTo(command);
        assertThat(found.because()).endsWith(".");
    }

    static Stream<Arguments> images() {
        return Stream.of(
                Arguments.of("FROM x\nEXPOSE 8080\n", "127.0.0.1:8080:8080", "http://127.0.0.1:8080/"),
                Arguments.of("FROM x\nexpose 80/tcp 443\n", "127.0.0.1:8080:80", "http://127.0.0.1:8080/"),
                Arguments.of("FROM x\nEXPOSE 53/udp\n", "", ""),
                Arguments.of("FROM x\nEXPOSE ${PORT}\n", "", ""),
                Arguments.of(
                        "EXPOSE 3000\nHEALTHCHECK --interval=5s \\\n  CMD curl -f http://localhost:3000/health || exit 1\n",
                        "127.0.0.1:3000:3000",
                        "http://127.0.0.1:3000/health"),
                Arguments.of(
                        "HEALTHCHECK CMD [\"wget\", \"-q\", \"http://127.0.0.1/up\"]\n",
                        "127.0.0.1:8080:80",
                        "http://127.0.0.1:8080/up"),
                Arguments.of("EXPOSE 3000\nHEALTHCHECK CMD curl http://localhost:9000/\n", "127.0.0.1:3000:3000", ""),
                Arguments.of("FROM x\n# EXPOSE 1\nHEALTHCHECK NONE\n", "", ""));
    }

    @ParameterizedTest
    @MethodSource("images")
    void anImageIsReachedByWhatItExposesAndCheckedAsItSays(String text, String ports, String url) {
        SourceSuggestion found = SourceGuess.of(files("Dockerfile", text, "package.json", BOTH), null);
        assertThat(found.runtime()).isEqualTo(RuntimeKind.CONTAINER);
        assertThat(found.build()).isEqualTo(new BuildPlan(null, "Dockerfile", null));
        assertThat(line(found.ports())).isEqualTo(ports);
        HealthCheck health = found.healthCheck();
        assertThat(health == null ? "" : health.url()).isEqualTo(url);
    }

    @Test
    void whatIsWantedDecides() {
        Map<String, String> files = files("Containerfile", "EXPOSE 80", "package.json", BOTH);
        assertThat(SourceGuess.of(files, null).build()).isEqualTo(new BuildPlan(null, "Containerfile", null));
        SourceSuggestion unit = SourceGuess.of(files, RuntimeKind.SYSTEMD);
        assertThat(unit.runtime()).isEqualTo(RuntimeKind.SYSTEMD);
        assertThat(unit.command()).isEmpty();
        assertThat(unit.build()).isNotNull();
        assertThat(SourceGuess.of(files("go.mod", ""), RuntimeKind.CONTAINER).build())
                .isNull();
    }

    @Test
    void actuatorsTellOfTheirHealth() {
        assertThat(SourceGuess.of(files("pom.xml", "spring-boot-maven-plugin spring-boot-starter-actuator"), null)
                        .healthCheck())
                .extracting(HealthCheck::url)
                .isEqualTo("http://127.0.0.1:8080/actuator/health");
    }

    @Test
    void ofNothingKnownItSaysSo() {
        SourceSuggestion found = SourceGuess.of(Map.of(), null);
        assertThat(found.build()).isNull();
        assertThat(found.healthCheck()).isNull();
        assertThat(found.because()).isEqualTo("Nothing in this directory says how it is built.");
    }

    @Test
    void theReasonNamesTheFiles() {
        assertThat(SourceGuess.of(files("package.json", BOTH, "package-lock.json", ""), null)
                        .because())
                .isEqualTo("package.json has the scripts build and start; package-lock.json says which versions.");
        assertThat(SourceGuess.of(files("Dockerfile", "EXPOSE 80\nHEALTHCHECK CMD curl http://localhost/"), null)
                        .because())
                .isEqualTo("There is a Dockerfile with a HEALTHCHECK; it exposes port 80.");
    }
}
