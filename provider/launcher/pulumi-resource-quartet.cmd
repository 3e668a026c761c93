@echo off
setlocal
if not exist "%~dp0boot.cjs" (
  echo pulumi-resource-quartet cannot start: %~dp0boot.cjs: file not found. Install the whole folder of the plugin, not its launcher alone: 1>&2
  echo   pulumi plugin install resource quartet VERSION --file FOLDER_OR_ARCHIVE 1>&2
  exit /b 1
)
if defined NODE_EXTRA_CA_CERTS (
  set "QUARTET_EXTRA_CA_CERTS=%NODE_EXTRA_CA_CERTS%"
  set "NODE_EXTRA_CA_CERTS="
)
set "QUARTET_NODE=%~dp0node\node.exe"
if not exist "%QUARTET_NODE%" set "QUARTET_NODE=node"
"%QUARTET_NODE%" --no-warnings "%~dp0boot.cjs" %*
