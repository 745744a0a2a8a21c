# Each limiter has a public table under the name that it is started with.
defmodule TableOfOptionsBad do
  use GenServer

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: Keyword.fetch!(opts, :name))

  def init(opts) do
    table = Keyword.fetch!(opts, :name)
    :ets.new(table, [:named_table, :public, :set])
    {:ok, table}
  end

  def allow?(table, key, limit) do
    case :ets.lookup(table, key) do # access[allow]: read
      [{_, count}] when count >= limit -> false
      [{_, count}] -> :ets.insert(table, {key, count + 1}) # expect[allow]: erlang-ets confidence>=65
      [] -> :ets.insert_new(table, {key, 1})
    end
  end
end
