package dev.wheelhouse.api.http;

/** The methods a route can have. HEAD is answered by the GET route. */
public enum HttpMethod {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
}
