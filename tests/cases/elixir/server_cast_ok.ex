# The server computes, and a call returns after the object was written.
defmodule Cache do
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, [], name: __MODULE__)

  def init(_) do
    :ets.new(:cache, [:named_table, :protected])
    {:ok, nil}
  end

  def handle_call({:put, key, value}, _from, state) do
    :ets.insert(:cache, {key, value})
    {:reply, :ok, state}
  end

  def handle_cast({:add, key, by}, state) do
    :ets.update_counter(:cache, key, by)
    {:noreply, state}
  end

  def put_and_get(key, value) do
    GenServer.call(__MODULE__, {:put, key, value})
    :ets.lookup(:cache, key) # ok: erlang-ets
  end

  def bump(key), do: GenServer.cast(__MODULE__, {:add, key, 1}) # ok: erlang-server-update
end
