defmodule KeptTableBad do
  def setup, do: :persistent_term.put(__MODULE__, :ets.new(:anon, [:public]))
  def inc(k) do
    t = :persistent_term.get(__MODULE__)
    [{_, n}] = :ets.lookup(t, k)
    :ets.insert(t, {k, n + 1}) # expect: erlang-ets confidence>=50
  end
end
