defmodule ServedFunOk do
  use GenServer
  def start_link(_), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)
  def bump(k), do: GenServer.call(__MODULE__, {:run, fn -> add(k) end})
  defp add(k) do
    [{_, n}] = :ets.lookup(:served, k)
    :ets.insert(:served, {k, n + 1}) # ok: erlang-ets
  end
  def init(_), do: {:ok, :ets.new(:served, [:named_table, :public])}
  def handle_call({:run, f}, _from, s), do: {:reply, f.(), s}
end
