import * as quartet from "pulumi-quartet";

const orders = new quartet.cloud.ApiGatewayService("orders", {
    serviceName: "orders",
    protocol: quartet.cloud.ApiGatewayProtocol.HttpAndHttps,
    netTypes: [quartet.cloud.ApiGatewayNetType.Outer],
});
const domain = new quartet.cloud.ApiGatewayCustomDomain("domain", {
    serviceId: orders.id,
    subDomain: "api.example.com",
    protocol: quartet.cloud.ApiGatewayProtocol.Http,
    netType: quartet.cloud.ApiGatewayNetType.Outer,
    defaultDomain: orders.outerSubDomain.apply(name => name ?? ""),
    isDefaultMapping: false,
    pathMappings: [
        "/orders#release",
        "/trial#test",
    ],
});
