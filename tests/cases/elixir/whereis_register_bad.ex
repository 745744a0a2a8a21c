defmodule WhereisRegisterBad do
  def ensure do
    if Process.whereis(:logger_of_demo) == nil do # access: read
      pid = spawn(fn -> Process.sleep(:infinity) end)
      Process.register(pid, :logger_of_demo) # expect: erlang-registry "Process.register/2"
    end
  end
end
