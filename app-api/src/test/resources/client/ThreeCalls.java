import dev.wheelhouse.client.ApiClient;
import dev.wheelhouse.client.api.ConnectionsApi;
import dev.wheelhouse.client.api.MetricsApi;
import dev.wheelhouse.client.api.SqlApi;
import dev.wheelhouse.client.model.Connection;
import dev.wheelhouse.client.model.ConnectionCreation;
import dev.wheelhouse.client.model.Engine;
import dev.wheelhouse.client.model.Environment;
import dev.wheelhouse.client.model.LatestMetric;
import dev.wheelhouse.client.model.Query;
import dev.wheelhouse.client.model.QueryResult;
import java.util.List;
import java.util.Map;

/** What somebody writes against the generated client. Arguments: the API's address, a token, a file for a database. */
public final class ThreeCalls {

    private ThreeCalls() {}

    public static String call(String address, String token, String file) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        Connection made = new ConnectionsApi(client)
                .createConnection(
                        new ConnectionCreation()
                                .name("generated")
                                .engine(Engine.SQLITE)
                                .path(file)
                                .create(true)
                                .environment(Environment.DEVELOPMENT),
                        "the-generated-one");
        QueryResult result = new SqlApi(client)
                .runQuery(
                        made.getId(),
                        new Query().sql("SELECT :big + 1 AS next").params(Map.of("big", 9_007_199_254_740_990L)),
                        null);
        List<LatestMetric> latest = new MetricsApi(client).listLatestMetrics("local");
        long newest = latest.stream().mapToLong(LatestMetric::getTs).max().orElse(0);
        return result.getRows().getFirst() + " at " + newest;
    }
}
