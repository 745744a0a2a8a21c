defmodule EtsCheckThenActOk do
  @moduledoc "One operation reads and writes."
  def start, do: :ets.new(:hits_counted, [:named_table, :public])

  # ok: erlang-ets
  def hit(page), do: :ets.update_counter(:hits_counted, page, 1, {page, 0})
end
