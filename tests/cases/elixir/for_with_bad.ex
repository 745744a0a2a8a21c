defmodule ForWithBad do
  @moduledoc "Through `with` and `for`."
  def start, do: :ets.new(:rows_by_id, [:named_table, :public])

  def touch(ids) do
    for id <- ids, is_integer(id) do
      with [{^id, seen}] <- :ets.lookup(:rows_by_id, id) do # access: read
        :ets.insert(:rows_by_id, {id, seen + 1}) # expect: erlang-ets
      end
    end
  end
end
