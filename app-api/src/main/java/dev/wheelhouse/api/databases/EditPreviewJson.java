package dev.wheelhouse.api.databases;

import java.util.List;

/** The statements of edits that were not run. */
record EditPreviewJson(List<String> statements) {}
