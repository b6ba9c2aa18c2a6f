"""The DCS-gRPC protocol: our own `.proto` files and the code generated from them.

`python -m engine.world.proto.generate` writes the `*_pb2` files; a test keeps them fresh.
"""
