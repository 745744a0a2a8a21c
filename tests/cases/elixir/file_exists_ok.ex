defmodule FileExistsOk do
  # ok: erlang-file-check
  def create(path, text), do: File.write(path, text, [:exclusive])
  def folder(path), do: File.mkdir_p(path)
end
