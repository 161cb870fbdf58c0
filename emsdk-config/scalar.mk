# Plain WebAssembly: runs everywhere.
FLAGS_scalar :=
