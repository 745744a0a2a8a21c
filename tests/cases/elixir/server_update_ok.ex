defmodule ServerUpdateOk do
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, 0, name: __MODULE__)
  # ok: erlang-server-update
  def add(n), do: GenServer.call(__MODULE__, {:add, n})

  @impl true
  def init(n), do: {:ok, n}
  @impl true
  def handle_call({:add, n}, _from, total), do: {:reply, :ok, total + n}
end
