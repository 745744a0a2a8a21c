# One server for each node, but the key comes from the message: two servers may get the same.
defmodule ServerKeyStructBad do
  use GenServer
  defstruct [:remote]

  def setup, do: :ets.new(:server_key_struct_bad, [:named_table, :public])

  def start_link(remote) do
    GenServer.start_link(__MODULE__, remote, name: {:via, Registry, {Servers, remote}})
  end

  def init(remote), do: {:ok, %__MODULE__{remote: remote}}

  def handle_call({:connect, request}, _from, state), do: {:reply, connect(request), state}

  defp connect(%{remote: remote}) do
    case :ets.lookup(:server_key_struct_bad, remote) do # access: read
      [] -> :ets.insert(:server_key_struct_bad, {remote, self()}) # expect: erlang-ets confidence>=50
      [{_, mark}] -> mark
    end
  end
end
