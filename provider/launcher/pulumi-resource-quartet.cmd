@echo off
setlocal
if defined NODE_EXTRA_CA_CERTS (
  set "QUARTET_EXTRA_CA_CERTS=%NODE_EXTRA_CA_CERTS%"
  set "NODE_EXTRA_CA_CERTS="
)
node --no-warnings "%~dp0boot.cjs" %*
