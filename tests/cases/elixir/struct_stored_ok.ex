# The struct that is stored is not the one that was fetched.
defmodule StructStoredOk do
  defstruct [:id, :parent, balance: 0]

  def new, do: :ets.new(:struct_stored_ok, [:named_table, :public])

  def open(id, parent) do
    case :ets.lookup(:struct_stored_ok, parent) do
      [{_, %__MODULE__{}}] -> store(%__MODULE__{id: {:child, id}, parent: parent})
      [] -> :error
    end
  end

  defp store(%__MODULE__{id: id} = account) do
    :ets.insert(:struct_stored_ok, {id, account}) # ok: erlang-ets
  end
end
