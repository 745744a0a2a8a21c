defmodule FileExistsBad do
  def create(path, text) do
    if File.exists?(path) do # access: read
      {:error, :exists}
    else
      File.write(path, text) # expect: erlang-file-check "File.write/2" "[:exclusive]"
    end
  end
end
