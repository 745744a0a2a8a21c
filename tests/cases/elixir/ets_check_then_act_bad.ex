defmodule EtsCheckThenActBad do
  @moduledoc "Every caller of hit/1 is a process of its own."
  def start, do: :ets.new(:hits_of_pages, [:named_table, :public])

  def hit(page) do
    case :ets.lookup(:hits_of_pages, page) do # access: read
      [{^page, count}] -> :ets.insert(:hits_of_pages, {page, count + 1}) # expect: erlang-ets ":ets.insert/2" "EtsCheckThenActBad.hit/1"
      [] -> :ets.insert_new(:hits_of_pages, {page, 1})
    end
  end
end
