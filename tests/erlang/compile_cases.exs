# Compiles the Elixir sources of each folder to FOLDER/_build/dev/lib/NAME/ebin, as mix does. One run for all cases:
# starting the compiler takes longer than compiling.
Code.compiler_options(ignore_module_conflict: true)

for folder <- System.argv() do
  name = Path.basename(folder)
  out = Path.join(folder, "_build/dev/lib/#{name}/ebin")
  File.mkdir_p!(out)

  File.cd!(folder, fn ->
    {:ok, _, _} = Kernel.ParallelCompiler.compile_to_path(Path.wildcard("**/*.ex"), out)
  end)
end
