resource gateway "pulumi:providers:quartet" {
  region = "ap-guangzhou"
}

output settings {
  value = call(gateway, "terraformConfig", {}).result
}
