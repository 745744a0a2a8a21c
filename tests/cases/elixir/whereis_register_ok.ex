defmodule WhereisRegisterOk do
  # ok: erlang-registry
  def ensure do
    pid = spawn(fn -> Process.sleep(:infinity) end)

    try do
      Process.register(pid, :logger_of_other)
    rescue
      ArgumentError -> Process.exit(pid, :kill)
    end
  end
end
