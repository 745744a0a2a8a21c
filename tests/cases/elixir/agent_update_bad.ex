defmodule AgentUpdateBad do
  def start_link(_), do: Agent.start_link(fn -> 0 end, name: __MODULE__)

  def add(n) do
    total = Agent.get(__MODULE__, fn state -> state end) # access: read
    Agent.update(__MODULE__, fn _ -> total + n end) # expect: erlang-server-update "Agent.update/2"
  end
end
