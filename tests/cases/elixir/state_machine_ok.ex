# A state machine of the library gen_state_machine is one process: nobody else changes the entries.
defmodule GenStateMachine do
  @callback init(term) :: term
  def start_link(module, args, options), do: :gen_statem.start_link({:local, options[:name]}, module, args, [])
end

defmodule Tracker do
  @behaviour GenStateMachine

  def start_link, do: GenStateMachine.start_link(__MODULE__, [], name: __MODULE__)

  def init(_) do
    :ets.new(:entries, [:named_table, :public])
    {:ok, :tracking, nil}
  end

  def tracking(:cast, {:sync, name, clock}, _state) do
    case :ets.lookup(:entries, name) do
      [{_, old}] when old < clock -> :ets.insert(:entries, {name, old + clock}) # ok: erlang-ets
      _ -> :ok
    end

    :keep_state_and_data
  end
end
