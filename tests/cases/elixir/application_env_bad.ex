defmodule ApplicationEnvBad do
  def add_backend(backend) do
    backends = Application.get_env(:demo, :backends, []) # access: read
    Application.put_env(:demo, :backends, [backend | backends]) # expect: erlang-application-env "Application.put_env/3"
  end
end
