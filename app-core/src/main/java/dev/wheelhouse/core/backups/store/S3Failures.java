package dev.wheelhouse.core.backups.store;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** What stores answer that do not do what they are asked, as a cause and a sentence. */
final class S3Failures {

    private S3Failures() {}

    /** @param what was asked for: an object or the bucket */
    static StoreException of(String what, SdkException failure) {
        if (!(failure instanceof AwsServiceException answer)) {
            return new StoreException(StoreTrouble.AWAY, "The store does not answer: " + failure.getMessage(), failure);
        }
        String code = answer.awsErrorDetails() == null
                ? ""
                : Objects.requireNonNullElse(answer.awsErrorDetails().errorCode(), "");
        String words = answer.awsErrorDetails() == null
                ? ""
                : Objects.requireNonNullElse(answer.awsErrorDetails().errorMessage(), "");
        StoreTrouble trouble = trouble(code, answer.statusCode());
        String sentence = trouble == StoreTrouble.CLOCKS_DIFFER
                ? clocks(answer)
                : sentence(trouble, what, code, words, answer.statusCode());
        return new StoreException(trouble, sentence, failure);
    }

    private static StoreTrouble trouble(String code, int status) {
        return switch (code) {
            case "NoSuchKey", "NotFound", "NoSuchUpload" -> StoreTrouble.NOT_FOUND;
            case "NoSuchBucket" -> StoreTrouble.NO_BUCKET;
            case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "AuthFailure" ->
                StoreTrouble.WRONG_KEYS;
            case "AccessDenied", "AllAccessDisabled", "AccountProblem" -> StoreTrouble.NOT_ALLOWED;
            case "RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture" -> StoreTrouble.CLOCKS_DIFFER;
            case "PreconditionFailed" -> StoreTrouble.EXISTS;
            case "QuotaExceeded", "XMinioStorageFull", "StorageFull", "EntityTooLarge" -> StoreTrouble.FULL;
            case "BadDigest", "XAmzContentSHA256Mismatch", "InvalidDigest" -> StoreTrouble.AWAY;
            default -> ofStatus(status);
        };
    }

    private static StoreTrouble ofStatus(int status) {
        return switch (status) {
            case 401 -> StoreTrouble.WRONG_KEYS;
            case 403 -> StoreTrouble.NOT_ALLOWED;
            case 404 -> StoreTrouble.NOT_FOUND;
            case 412 -> StoreTrouble.EXISTS;
            case 507 -> StoreTrouble.FULL;
            case 408, 409, 429 -> StoreTrouble.AWAY;
            default -> status >= 500 || status < 300 ? StoreTrouble.AWAY : StoreTrouble.REFUSED;
        };
    }

    private static String sentence(StoreTrouble trouble, String what, String code, String words, int status) {
        return switch (trouble) {
            case NOT_FOUND -> "There is no " + what + " in the store.";
            case EXISTS -> what + " is in the store already.";
            case NO_BUCKET -> "The store has no such bucket. Make it, or mend its name.";
            case WRONG_KEYS ->
                "The store does not know these keys, or the secret one is wrong (" + said(code, status) + ").";
            case NOT_ALLOWED -> "The keys may not do this to " + what + " (" + said(code, status) + ").";
            case FULL -> "The store takes no more: its quota or its disk is used up.";
            case CLOCKS_DIFFER, DAMAGED, AWAY, REFUSED ->
                "The store answers " + said(code, status) + " to " + what + ": " + words;
        };
    }

    private static String clocks(AwsServiceException answer) {
        long minutes = 0;
        try {
            String date = answer.awsErrorDetails()
                    .sdkHttpResponse()
                    .firstMatchingHeader("Date")
                    .orElse("");
            Instant store = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
            minutes = Duration.between(store, InstantSource.system().instant()).toMinutes();
        } catch (DateTimeException _) {
            // The answer does not say it.
        }
        String difference = minutes == 0
                ? "The clocks of this machine and of the store differ by too much."
                : "This machine's clock is " + Math.abs(minutes) + " min " + (minutes > 0 ? "ahead of" : "behind")
                        + " the store's.";
        return difference + " Set it, and have it kept by NTP.";
    }

    private static String said(String code, int status) {
        return code.isEmpty() ? Integer.toString(status) : code;
    }
}
