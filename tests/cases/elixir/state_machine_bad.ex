# Clients change the entries as well as the state machine.
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
    case :ets.lookup(:entries, name) do # access: read
      [{_, old}] when old < clock -> :ets.insert(:entries, {name, old + clock}) # expect: erlang-ets
      _ -> :ok
    end

    :keep_state_and_data
  end

  def set(name, clock), do: :ets.insert(:entries, {name, clock})
end
