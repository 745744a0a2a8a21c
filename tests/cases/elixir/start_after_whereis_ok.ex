# The answer of the start tells that another process was faster.
defmodule StartAfterWhereisOk do
  use GenServer

  def ensure do
    case Process.whereis(__MODULE__) do
      nil ->
        case GenServer.start(__MODULE__, [], name: __MODULE__) do # ok: erlang-registry
          {:ok, pid} -> pid
          {:error, {:already_started, pid}} -> pid
        end

      pid ->
        pid
    end
  end

  def init(state), do: {:ok, state}
end
