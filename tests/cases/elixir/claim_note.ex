# Only who has the claim gets there.
defmodule ClaimNote do
  def setup do
    :ets.new(:bal, [:named_table, :public])
    :ets.new(:lck, [:named_table, :public])
  end

  def add(acc, n) do
    case :ets.insert_new(:lck, {acc}) do
      true ->
        [{_, b}] = :ets.lookup(:bal, acc)
        :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence<50
        :ets.delete(:lck, acc)

      false ->
        add(acc, n)
    end
  end
end
