package generated_program;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.TypeShape;
import com.pulumi.deployment.Deployment;
import com.pulumi.resources.CallArgs;
import io.github.quartetdev.quartet.Provider;
import io.github.quartetdev.quartet.ProviderArgs;

public class App {
    // The Java SDK has no methods of providers, so the method is called by its token.
    private static final String METHOD = "pulumi:providers:quartet/terraformConfig";

    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        var gateway = new Provider("gateway", ProviderArgs.builder()
            .region("ap-guangzhou")
            .build());

        var config = Deployment.getInstance().call(
            METHOD, TypeShape.map(String.class, Object.class), CallArgs.Empty, gateway);

        ctx.export("settings", config.applyValue(result -> result.get("result")));
    }
}
