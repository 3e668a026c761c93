package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet/cloud"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		orders, err := cloud.NewApiGatewayService(ctx, "orders", &cloud.ApiGatewayServiceArgs{
			ServiceName: pulumi.String("orders"),
			Protocol:    pulumi.String(cloud.ApiGatewayProtocolHttpAndHttps),
			NetTypes: pulumi.StringArray{
				pulumi.String(cloud.ApiGatewayNetTypeOuter),
			},
		})
		if err != nil {
			return err
		}
		_, err = cloud.NewApiGatewayCustomDomain(ctx, "domain", &cloud.ApiGatewayCustomDomainArgs{
			ServiceId:        orders.ID().ToIDOutput().ToStringOutput(),
			SubDomain:        pulumi.String("api.example.com"),
			Protocol:         pulumi.String(cloud.ApiGatewayProtocolHttp),
			NetType:          pulumi.String(cloud.ApiGatewayNetTypeOuter),
			DefaultDomain:    orders.OuterSubDomain.Elem(),
			IsDefaultMapping: pulumi.Bool(false),
			PathMappings: pulumi.StringArray{
				pulumi.String("/orders#release"),
				pulumi.String("/trial#test"),
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
