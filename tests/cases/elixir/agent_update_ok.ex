defmodule AgentUpdateOk do
  def start_link(_), do: Agent.start_link(fn -> 0 end, name: __MODULE__)

  # ok: erlang-server-update
  def add(n), do: Agent.update(__MODULE__, fn total -> total + n end)
  def total, do: Agent.get(__MODULE__, & &1)

  def reset_if_large do
    Agent.get_and_update(__MODULE__, fn total -> {total, if(total > 10, do: 0, else: total)} end)
  end
end
