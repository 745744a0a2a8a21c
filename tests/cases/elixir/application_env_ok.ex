defmodule ApplicationEnvOk do
  # ok: erlang-application-env
  def level, do: Application.get_env(:demo, :level, :info)
  def set_level(level), do: Application.put_env(:demo, :level, level)
end
