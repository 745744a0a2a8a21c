defmodule EtsMemberBad do
  @moduledoc "`if` is a test for nil and false."
  def start, do: :ets.new(:owners_by_key, [:named_table, :public])

  def claim(key) do
    if :ets.member(:owners_by_key, key) do # access: read
      {:error, :taken}
    else
      :ets.insert(:owners_by_key, {key, self()}) # expect: erlang-ets
      :ok
    end
  end
end
