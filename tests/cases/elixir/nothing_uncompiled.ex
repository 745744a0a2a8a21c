# expect-diagnostic: run `mix compile`
# exit: 3
defmodule NothingUncompiled do
  def start, do: :ets.new(:nothing, [:named_table, :public])
end
