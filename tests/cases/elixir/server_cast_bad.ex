# A cast is handled later than the direct read of the server's table, and two new values overwrite each other.
defmodule Cache do
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, [], name: __MODULE__)

  def init(_) do
    :ets.new(:cache, [:named_table, :protected])
    {:ok, nil}
  end

  def handle_cast({:put, key, value}, state) do
    :ets.insert(:cache, {key, value})
    {:noreply, state}
  end

  def put_and_get(key, value) do
    GenServer.cast(__MODULE__, {:put, key, value}) # access[early]: other
    :ets.lookup(:cache, key) # expect[early]: erlang-ets warning "GenServer.cast/2"
  end

  def bump(key) do
    [{_, n}] = :ets.lookup(:cache, key) # access[bump]: read
    GenServer.cast(__MODULE__, {:put, key, n + 1}) # expect[bump]: erlang-server-update warning
  end
end
