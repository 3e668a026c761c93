package app;

import com.pulumi.Pulumi;
import io.github.quartetdev.quartet.search.SearchFunctions;
import io.github.quartetdev.quartet.search.inputs.GetSearchIngestProcessorBytesArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var bytes = SearchFunctions.getSearchIngestProcessorBytes(
                GetSearchIngestProcessorBytesArgs.builder().field("size").build());
            ctx.export("json", bytes.applyValue(result -> result.json()));
        });
    }
}
