defmodule ServerUpdateBad do
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, 0, name: __MODULE__)

  def add(n) do
    total = GenServer.call(__MODULE__, :get) # access: read
    GenServer.call(__MODULE__, {:set, total + n}) # expect: erlang-server-update "GenServer.call/2"
  end

  @impl true
  def init(n), do: {:ok, n}
  @impl true
  def handle_call(:get, _from, n), do: {:reply, n, n}
  def handle_call({:set, n}, _from, _), do: {:reply, :ok, n}
end
