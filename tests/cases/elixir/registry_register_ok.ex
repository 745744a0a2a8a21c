defmodule RegistryRegisterOk do
  # ok: erlang-registry
  def claim(key) do
    case Registry.register(Demo.Registry, key, nil) do
      {:ok, _} -> :ok
      {:error, {:already_registered, pid}} -> {:error, pid}
    end
  end
end
