package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.GuardWalk;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiCoverage;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.platform.caller.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouteTableTest {

    private TestConsole console;
    private List<Route> routes;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        console = TestConsole.start(directory);
        routes = ApiWiring.routes(console.core(), Clock.systemUTC());
    }

    @AfterAll
    void stop() {
        console.close();
    }

    @Test
    void theDocumentDescribesExactlyTheRoutes() {
        new OpenApiCoverage(new OpenApiContract()).requireSame(routes);
    }

    @Test
    void theComparisonSeesAMissingAnExtraAndADifferentRoute() {
        OpenApiCoverage coverage = new OpenApiCoverage(new OpenApiContract());
        assertThatThrownBy(() -> coverage.requireSame(routes.subList(1, routes.size())))
                .isInstanceOf(AssertionError.class);
        List<Route> extra = new ArrayList<>(routes);
        extra.add(Route.get("/extra", Access.open(), _ -> Response.noContent()));
        assertThatThrownBy(() -> coverage.requireSame(extra)).isInstanceOf(AssertionError.class);
        List<Route> different = new ArrayList<>(routes);
        different.removeIf(route -> route.template().text().equals("/db-connections/{id}/edits"));
        different.add(Route.post(
                "/db-connections/{id}/edits", Access.scope(Scope.DATABASES_READ), _ -> Response.noContent()));
        assertThat(different).hasSameSizeAs(routes);
        assertThatThrownBy(() -> coverage.requireSame(different)).isInstanceOf(AssertionError.class);
    }

    @Test
    void everyRouteKeepsItsGuards() throws Exception {
        Map<Scope, String> tokensWithout = new EnumMap<>(Scope.class);
        for (Scope each : Scope.values()) {
            String[] others = Stream.of(Scope.values())
                    .filter(other -> other != each)
                    .map(Scope::wireName)
                    .toArray(String[]::new);
            tokensWithout.put(each, console.tokenWith(others));
        }
        new GuardWalk(console.port(), routes, console.ownerToken(), tokensWithout::get).prove();
    }

    /** That a scope is asked for is seen by {@link GuardWalk}; here, that no other opens the route by itself. */
    @Test
    void everyRouteStaysClosedToEveryOtherScope() throws Exception {
        List<String> holes = new ArrayList<>();
        for (Scope scope : Scope.values()) {
            String head = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + console.tokenWith(scope.wireName())
                    + "\r\n\r\n";
            try (RawHttp http = new RawHttp(console.port())) {
                for (Route route : routes) {
                    if (route.access() instanceof Access.Scoped(Scope needed) && needed != scope) {
                        String path = route.template().text().replaceAll("\\{[^}]*}", "x");
                        RawAnswer answer = http.send(route.method() + " /api/v1" + path + head)
                                .receive();
                        if (answer.status() != 403 || !answer.body().contains("insufficient_scope")) {
                            holes.add(scope.wireName() + ": " + route.method() + " " + path + " → " + answer);
                        }
                    }
                }
            }
        }
        assertThat(holes).isEmpty();
    }

    @Test
    void everyOpenRouteAnswersWithoutCredential() throws Exception {
        try (ApiClient nobody = console.owner().as("")) {
            assertThat(nobody.get("/health").status()).isEqualTo(200);
            assertThat(nobody.get("/openapi.json").status()).isEqualTo(200);
            assertThat(nobody.get("/openapi.yaml").status()).isEqualTo(200);
            assertThat(nobody.get("/docs").status()).isEqualTo(200);
        }
        assertThat(routes.stream()
                        .filter(route -> route.access() instanceof Access.Open)
                        .map(route -> route.template().text()))
                .containsExactly("/health", "/openapi.yaml", "/openapi.json", "/docs", "/members/invites/accept");
        assertThat(routes.stream()
                        .filter(route -> route.access() instanceof Access.Signed)
                        .map(route -> route.method() + " " + route.template()))
                .containsExactly("POST /hooks/vcs/{hookId}");
        assertThat(routes.stream()
                        .filter(route -> route.access() instanceof Access.AnyCredential)
                        .map(route -> route.method() + " " + route.template()))
                .containsExactly(
                        "GET /me",
                        "PATCH /me",
                        "GET /organization",
                        "GET /jobs",
                        "GET /jobs/stream",
                        "GET /jobs/{id}",
                        "GET /jobs/{id}/log",
                        "GET /jobs/{id}/file",
                        "DELETE /jobs/{id}",
                        "POST /mcp");
    }
}
