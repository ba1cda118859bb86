package dev.wheelhouse.api.http.error;

import java.util.Map;

/** Error details that the answer's head must show too, such as {@code Allow} beside a 405. */
public interface CarriesHeaders {

    /** Header name to value. */
    Map<String, String> headers();
}
