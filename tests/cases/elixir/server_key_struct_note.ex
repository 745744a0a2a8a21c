# One server for each node: what it writes is under the node in its own state.
defmodule ServerKeyStructNote do
  use GenServer
  defstruct [:remote]

  def setup, do: :ets.new(:server_key_struct_note, [:named_table, :public])

  def start_link(remote) do
    GenServer.start_link(__MODULE__, remote, name: {:via, Registry, {Servers, remote}})
  end

  def init(remote), do: {:ok, %__MODULE__{remote: remote}}

  def handle_call(:connect, _from, state), do: {:reply, connect(state), state}

  defp connect(%__MODULE__{remote: remote} = state) do
    case :ets.lookup(:server_key_struct_note, remote) do
      [] -> mark(state) # expect: erlang-ets note "erlang-key-of-server" confidence<50
      [{_, mark}] -> mark
    end
  end

  defp mark(%__MODULE__{remote: remote}) do
    :ets.insert(:server_key_struct_note, {remote, self()})
  end
end
