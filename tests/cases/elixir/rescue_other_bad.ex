defmodule RescueOtherBad do
  @moduledoc "KeyError is not what Process.unregister/1 raises."
  def leave do
    if Process.whereis(:member_of_other) do # access: read
      try do
        Process.unregister(:member_of_other) # expect: erlang-registry "Process.unregister/1"
      rescue
        KeyError -> :ok
      end
    end
  end
end
