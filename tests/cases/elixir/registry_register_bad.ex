defmodule RegistryRegisterBad do
  def claim(key) do
    case Registry.lookup(Demo.Registry, key) do # access: read
      [] ->
        Registry.register(Demo.Registry, key, nil) # expect: erlang-registry "Registry.register/3"
        :ok

      [{pid, _}] ->
        {:error, pid}
    end
  end
end
