defprotocol SavedItem do
  def save(x)
end
defmodule ProtocolBad do
  defstruct [:id, :tags]
  def setup, do: :ets.new(:items, [:named_table, :public])
end
defimpl SavedItem, for: ProtocolBad do
  def save(%{id: id, tags: tags}) do
    old = case :ets.lookup(:items, id) do
      [{_, t}] -> t
      [] -> []
    end
    :ets.insert(:items, {id, Enum.uniq(old ++ tags)}) # expect: erlang-ets confidence>=50
  end
end
