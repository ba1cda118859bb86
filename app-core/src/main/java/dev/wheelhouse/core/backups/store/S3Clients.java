package dev.wheelhouse.core.backups.store;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkGlobalTime;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;

/**
 * The SDK as stores beside Amazon's take it: checksums are sent only where the protocol demands them and bodies are not sent
 * in signed chunks, as others refuse both (AWS SDK for Java 2, "Data integrity protection"). Neither the environment nor
 * files of the user are read.
 */
final class S3Clients {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final BackoffStrategy WAITS =
            BackoffStrategy.exponentialDelayHalfJitter(Duration.ofMillis(500), Duration.ofSeconds(8));

    private S3Clients() {}

    static S3Client open(S3Address address, String accessKeyId, String secretAccessKey, S3Patience patience) {
        StandardRetryStrategy retries = AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(patience.attempts())
                .backoffStrategy(WAITS)
                .build();
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT_LIMIT)
                        .socketTimeout(patience.silence()))
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKeyId, secretAccessKey)))
                .region(Region.of(address.region()))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .forcePathStyle(address.endpoint() != null)
                .serviceConfiguration(
                        S3Configuration.builder().chunkedEncodingEnabled(false).build())
                .overrideConfiguration(each -> each.retryStrategy(retries)
                        .apiCallAttemptTimeout(patience.attempt())
                        .addExecutionInterceptor(new Md5Alone())
                        .defaultProfileFile(ProfileFile.aggregator().build()))
                .addPlugin(LegacyMd5Plugin.create());
        if (address.endpoint() != null) {
            builder.endpointOverride(address.endpoint());
        }
        // What one store's clock differs by is taken for all clients that are made later (SDK 2.54), whose requests to
        // stores
        // that go right would then be refused.
        SdkGlobalTime.setGlobalTimeOffset(0);
        return builder.build();
    }
}
