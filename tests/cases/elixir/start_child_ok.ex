defmodule StartChildOk do
  @moduledoc "The answer already_started is as good as the look before."
  def worker(id) do
    # ok: erlang-registry
    case Registry.lookup(Demo.Workers, id) do
      [{pid, _}] ->
        {:ok, pid}

      [] ->
        case DynamicSupervisor.start_child(Demo.WorkerSup, {Demo.Worker, id}) do
          {:ok, pid} -> {:ok, pid}
          {:error, {:already_started, pid}} -> {:ok, pid}
        end
    end
  end
end
