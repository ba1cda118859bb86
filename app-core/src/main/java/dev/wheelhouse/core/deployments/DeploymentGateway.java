package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a window asks of deployments; {@link DeploymentService} answers it. Methods may block. */
public interface DeploymentGateway {

    Page<Deployment> list(Caller caller, @Nullable String appId, PageRequest page);

    Deployment get(Caller caller, String id);

    List<DeploymentStep> steps(Caller caller, String id);

    JobLogText logEnd(Caller caller, String id, int most);

    Deployment deploy(Caller caller, String appId, @Nullable String ref);

    Deployment rollback(Caller caller, String id);

    Deployment cancel(Caller caller, String id);
}
