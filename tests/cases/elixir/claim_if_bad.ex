# Who has no claim gets there.
defmodule ClaimIfBad do
  def setup do
    :ets.new(:bal, [:named_table, :public])
    :ets.new(:lck, [:named_table, :public])
  end

  def asked(acc, n) do
    if :ets.insert_new(:lck, {acc, self()}) do
      :ets.delete(:lck, acc)
    else
      [{_, b}] = :ets.lookup(:bal, acc)
      :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence>=50
    end
  end

  def otherwise(acc, n) do
    unless :ets.insert_new(:lck, {acc, self()}) do
      [{_, b}] = :ets.lookup(:bal, acc)
      :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence>=50
    end
  end

  def either(acc, n) do
    :ets.insert_new(:lck, {acc, self()}) || add(acc, n)
  end

  defp add(acc, n) do
    [{_, b}] = :ets.lookup(:bal, acc)
    :ets.insert(:bal, {acc, b + n}) # expect: erlang-ets confidence>=50
  end
end
