defmodule RescueBadargOk do
  # ok: erlang-registry
  def leave do
    if Process.whereis(:member_of_demo) do
      try do
        Process.unregister(:member_of_demo)
      rescue
        ArgumentError -> :ok
      end
    end
  end
end
