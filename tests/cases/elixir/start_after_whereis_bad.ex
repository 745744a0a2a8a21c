# Two processes both find no server; for the second one {:ok, pid} does not match {:error, {:already_started, _}}.
defmodule StartAfterWhereisBad do
  use GenServer

  def ensure do
    case Process.whereis(__MODULE__) do
      nil ->
        {:ok, pid} = GenServer.start(__MODULE__, [], name: __MODULE__) # expect: erlang-registry "already_started"
        pid

      pid ->
        pid
    end
  end

  def init(state), do: {:ok, state}
end
