# Only who has the claim gets there, however that is asked.
defmodule ClaimIfNote do
  def setup do
    :ets.new(:bal, [:named_table, :public])
    :ets.new(:lck, [:named_table, :public])
  end

  def asked(acc, n) do
    if :ets.insert_new(:lck, {acc, self()}) do
      [{_, b}] = :ets.lookup(:bal, acc)
      :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence<50
      :ets.delete(:lck, acc)
    end
  end

  def otherwise(acc, n) do
    unless :ets.insert_new(:lck, {acc, self()}) do
      :busy
    else
      [{_, b}] = :ets.lookup(:bal, acc)
      :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence<50
      :ets.delete(:lck, acc)
    end
  end

  def both(acc, n) do
    :ets.insert_new(:lck, {acc, self()}) && add(acc, n)
  end

  defp add(acc, n) do
    [{_, b}] = :ets.lookup(:bal, acc)
    :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence<50
    :ets.delete(:lck, acc)
  end
end
