package dev.wheelhouse.api.mail;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST …/publish}.
 *
 * @param preview true to be told alone
 * @param previewId of the preview to apply
 * @param accept ids of rows where a record of somebody else is to be changed
 */
record PublishJson(
        @Nullable Boolean preview,
        @Nullable String previewId,
        @Nullable List<String> accept) {}
