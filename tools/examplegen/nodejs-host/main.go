// Command nodejs-host is pulumi-language-nodejs with GenerateProgram, which the version of tools/language-nodejs does not have: `pulumi import` needs it to write
// code. It runs the host beside `pulumi` with its own arguments, generates programs with Pulumi's generator, and forwards every other call.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
)

const generateProgram = "/pulumirpc.LanguageRuntime/GenerateProgram"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "nodejs-host:", err)
		os.Exit(1)
	}
}

func run() error {
	pulumi, err := exec.LookPath("pulumi")
	if err != nil {
		return err
	}
	host := exec.Command(filepath.Join(filepath.Dir(pulumi), "pulumi-language-nodejs"), os.Args[1:]...)
	host.Stderr = os.Stderr
	output, err := host.StdoutPipe()
	if err != nil {
		return err
	}
	if err := host.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(output)
	port, err := lines.ReadString('\n')
	if err != nil {
		return err
	}
	go io.Copy(os.Stdout, lines)
	connection, err := grpc.NewClient("127.0.0.1:"+strings.TrimSpace(port), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	handle := func(_ any, stream grpc.ServerStream) error { return forward(stream, connection) }
	server := grpc.NewServer(grpc.ForceServerCodecV2(bytesCodec{}), grpc.UnknownServiceHandler(handle))
	go server.Serve(listener)
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	return host.Wait()
}

// forward answers one call: every call of the service has one request.
func forward(stream grpc.ServerStream, connection *grpc.ClientConn) error {
	var request []byte
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	method, _ := grpc.MethodFromServerStream(stream)
	if method == generateProgram {
		response, err := generated(request)
		if err != nil {
			return err
		}
		return stream.SendMsg(&response)
	}
	call, err := connection.NewStream(stream.Context(), &grpc.StreamDesc{ServerStreams: true}, method, grpc.ForceCodecV2(bytesCodec{}))
	if err != nil {
		return err
	}
	if err := errors.Join(call.SendMsg(&request), call.CloseSend()); err != nil {
		return err
	}
	for {
		var response []byte
		if err := call.RecvMsg(&response); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := stream.SendMsg(&response); err != nil {
			return err
		}
	}
}

// generated is the response to GenerateProgram.
func generated(bytes []byte) ([]byte, error) {
	var request pulumirpc.GenerateProgramRequest
	if err := proto.Unmarshal(bytes, &request); err != nil {
		return nil, err
	}
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	defer loader.Close()
	parser := syntax.NewParser()
	for path, text := range request.Source {
		if err := parser.ParseFile(strings.NewReader(text), path); err != nil {
			return nil, err
		}
	}
	if parser.Diagnostics.HasErrors() {
		return nil, parser.Diagnostics
	}
	var options []pcl.BindOption
	if !request.Strict {
		options = pcl.NonStrictBindOptions()
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, schema.NewCachedLoader(loader), options...)
	if err != nil {
		return nil, err
	}
	response := pulumirpc.GenerateProgramResponse{}
	if !diagnostics.HasErrors() {
		files, more, err := nodejs.GenerateProgram(program)
		if err != nil {
			return nil, err
		}
		response.Source, diagnostics = files, append(diagnostics, more...)
	}
	response.Diagnostics = plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)
	return proto.Marshal(&response)
}

// bytesCodec leaves messages as they are.
type bytesCodec struct{}

func (bytesCodec) Name() string { return "proto" }

func (bytesCodec) Marshal(value any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*value.(*[]byte))}, nil
}

func (bytesCodec) Unmarshal(data mem.BufferSlice, value any) error {
	*value.(*[]byte) = data.Materialize()
	return nil
}
