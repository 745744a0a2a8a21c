# A struct is fetched by its id, changed, and stored under the id that it has.
defmodule StructStoredBad do
  defstruct [:id, balance: 0]

  def new, do: :ets.new(:struct_stored_bad, [:named_table, :public])

  def deposit(id, amount) do
    account = fetch(id)
    store(%{account | balance: account.balance + amount}) # expect: erlang-ets confidence>=50
  end

  defp fetch(id) do
    case :ets.lookup(:struct_stored_bad, id) do # access: read
      [{^id, account}] -> account
      [] -> %__MODULE__{id: id}
    end
  end

  defp store(%__MODULE__{id: id} = account) do
    :ets.insert(:struct_stored_bad, {id, account})
  end
end
