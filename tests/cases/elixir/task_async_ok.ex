defmodule TaskAsyncOk do
  def run(words) do
    table = :ets.new(:counts_by_tasks, [:named_table, :public])
    # ok: erlang-ets
    words
    |> Task.async_stream(fn word -> :ets.update_counter(:counts_by_tasks, word, 1, {word, 0}) end)
    |> Stream.run()

    table
  end
end
