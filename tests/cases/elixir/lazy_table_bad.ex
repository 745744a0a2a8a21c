# The table is created when its first use fails: two processes that both fail create it.
defmodule LazyTable do
  def put(key, value) do
    try do
      :ets.insert(:lazy, {key, value}) # access: read
    rescue
      ArgumentError ->
        :ets.new(:lazy, [:named_table, :public]) # expect: erlang-ets warning ":ets.new/2 creates ets table :lazy"
        :ets.insert(:lazy, {key, value})
    end
  end
end
