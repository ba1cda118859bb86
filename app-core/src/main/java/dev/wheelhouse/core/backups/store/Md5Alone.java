package dev.wheelhouse.core.backups.store;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/**
 * Leaves out the CRC32 that the SDK sends beside the MD5 where the protocol demands a checksum, which is where many objects
 * are removed: stores that know MD5 alone refuse the other (aws-sdk-java-v2 #5805, s3proxy #962).
 */
final class Md5Alone implements ExecutionInterceptor {

    @Override
    public void afterMarshalling(Context.AfterMarshalling context, ExecutionAttributes attributes) {
        attributes.putAttribute(SdkExecutionAttribute.RESOLVED_CHECKSUM_SPECS, null);
    }
}
