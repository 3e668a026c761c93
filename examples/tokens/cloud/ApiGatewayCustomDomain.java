package generated_program;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import io.github.quartetdev.quartet.cloud.ApiGatewayService;
import io.github.quartetdev.quartet.cloud.ApiGatewayServiceArgs;
import io.github.quartetdev.quartet.cloud.ApiGatewayCustomDomain;
import io.github.quartetdev.quartet.cloud.ApiGatewayCustomDomainArgs;
import com.pulumi.core.Either;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Paths;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var orders = new ApiGatewayService("orders", ApiGatewayServiceArgs.builder()
            .serviceName("orders")
            .protocol("http&https")
            .netTypes(Either.ofLeft("OUTER"))
            .build());

        var domain = new ApiGatewayCustomDomain("domain", ApiGatewayCustomDomainArgs.builder()
            .serviceId(orders.id())
            .subDomain("api.example.com")
            .protocol("http")
            .netType("OUTER")
            .defaultDomain(orders.outerSubDomain().applyValue(name -> name.orElse("")))
            .isDefaultMapping(false)
            .pathMappings(
                "/orders#release",
                "/trial#test")
            .build());
    }
}
