package dev.wheelhouse.core.apps.container.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.wheelhouse.core.platform.job.HeardProgress;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PullStepsTest {

    private final HeardProgress heard = new HeardProgress();
    private final PullSteps steps = new PullSteps("shop:3", heard);

    private String last() {
        return heard.words().getLast();
    }

    private void take(String json) throws IOException {
        steps.take(JsonMapper.builder().build().readTree(json.replace('\'', '"')));
    }

    /** As Docker 24 tells it. */
    @Test
    void addsUpTheBytesOfItsLayers() throws IOException {
        take("{'status':'Pulling from library/nginx','id':'1.27'}");
        assertThat(last()).isEqualTo("0/? shop:3: Pulling from library/nginx");
        take("{'status':'Pulling fs layer','progressDetail':{},'id':'aa'}");
        take("{'status':'Pulling fs layer','progressDetail':{},'id':'bb'}");
        assertThat(last()).isEqualTo("0/2 shop:3: 0 of 2 layers");
        take("{'status':'Downloading','progressDetail':{'current':100,'total':1000},'id':'aa'}");
        take("{'status':'Downloading','progressDetail':{'current':500,'total':3000},'id':'bb'}");
        assertThat(last()).isEqualTo("600/4000 shop:3: 0 of 2 layers");
        take("{'status':'Download complete','progressDetail':{},'id':'aa'}");
        assertThat(last()).isEqualTo("1500/4000 shop:3: 1 of 2 layers");
        take("{'status':'Extracting','progressDetail':{'current':10,'total':1000},'id':'aa'}");
        assertThat(last()).as("what is unpacked was not fetched twice").isEqualTo("1500/4000 shop:3: 1 of 2 layers");
        take("{'status':'Pull complete','progressDetail':{},'id':'bb'}");
        assertThat(last()).isEqualTo("4000/4000 shop:3: 2 of 2 layers");
        assertThat(heard.log()).contains("aa: Downloading", "bb: Pull complete").doesNotHaveDuplicates();
    }

    /** As Podman 4.3 tells it, which knows no sizes. */
    @Test
    void countsLayersWithoutASize() throws IOException {
        take("{'status':'Pulling fs layer','progressDetail':{},'id':'aa'}");
        take("{'status':'Already exists','progressDetail':{},'id':'bb'}");
        assertThat(last()).isEqualTo("1/2 shop:3: 1 of 2 layers");
        take("{'status':'Download complete','progressDetail':{},'id':'aa'}");
        assertThat(last()).isEqualTo("2/2 shop:3: 2 of 2 layers");
    }

    @Test
    void leavesOutWhatItDoesNotKnow() throws IOException {
        take("{'progressDetail':{},'id':'aa'}");
        take("{'aux':{'ID':'sha256:12'}}");
        assertThat(heard.words()).isEmpty();
    }
}
