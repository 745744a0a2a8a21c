# The message has the reference of its timer.
defmodule StaleTimerOk do
  use GenServer

  def start_link(_), do: GenServer.start_link(__MODULE__, [])

  def init(_), do: {:ok, {nil, 0}}

  def handle_cast(:use, {timer, used}) do
    if timer, do: Process.cancel_timer(timer) # ok: erlang-server-update
    {:noreply, {:erlang.start_timer(5000, self(), :idle), used + 1}}
  end

  def handle_info({:timeout, timer, :idle}, {timer, _} = state), do: {:stop, :normal, state}
  def handle_info(_, state), do: {:noreply, state}
end
