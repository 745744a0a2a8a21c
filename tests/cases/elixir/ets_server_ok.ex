defmodule EtsServerOk do
  @moduledoc "One named server does all writes: callers wait for it."
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, [], name: __MODULE__)
  def hit(page), do: GenServer.call(__MODULE__, {:hit, page})

  @impl true
  def init(_), do: {:ok, :ets.new(:hits_by_server, [:named_table, :protected])}

  @impl true
  def handle_call({:hit, page}, _from, table) do
    # ok: erlang-ets
    case :ets.lookup(:hits_by_server, page) do
      [{^page, count}] -> :ets.insert(:hits_by_server, {page, count + 1})
      [] -> :ets.insert(:hits_by_server, {page, 1})
    end

    {:reply, :ok, table}
  end
end
