defmodule TaskAsyncBad do
  @moduledoc "The tasks run at the same time."
  def run(words) do
    table = :ets.new(:counts_of_words, [:named_table, :public])

    words
    |> Task.async_stream(fn word -> count(word) end)
    |> Stream.run()

    table
  end

  defp count(word) do
    case :ets.lookup(:counts_of_words, word) do # access: read
      [{_, n}] -> :ets.insert(:counts_of_words, {word, n + 1}) # expect: erlang-ets
      [] -> :ets.insert_new(:counts_of_words, {word, 1})
    end
  end
end
