# The timer may have sent :idle before it is cancelled.
defmodule StaleTimerBad do
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, [])

  def init(_), do: {:ok, {nil, 0}}

  def handle_cast(:use, {timer, used}) do
    if timer, do: Process.cancel_timer(timer) # expect: erlang-server-update note confidence>=50
    {:noreply, {:erlang.start_timer(5000, self(), :idle), used + 1}}
  end

  def handle_info({:timeout, _, :idle}, state), do: {:stop, :normal, state}
  def handle_info(_, state), do: {:noreply, state}
end
