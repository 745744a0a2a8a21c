defmodule StoreBase do
  defmacro __using__(opts) do
    quote do
      @table unquote(opts[:table])
      def setup, do: :ets.new(@table, [:named_table, :public])
      def get(k), do: (case :ets.lookup(@table, k) do [{_, v}] -> v; [] -> nil end)
      def put(k, v), do: :ets.insert(@table, {k, v})
    end
  end
end
defmodule UseMacroBad do
  use StoreBase, table: :used
  def push(k, x) do
    old = get(k) || []
    put(k, [x | old]) # expect: erlang-ets confidence>=50
  end
end
