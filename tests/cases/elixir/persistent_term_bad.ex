defmodule PersistentTermBad do
  def add(rule) do
    rules = :persistent_term.get(:demo_rules, []) # access: read
    :persistent_term.put(:demo_rules, [rule | rules]) # expect: erlang-persistent-term ":persistent_term.put/2"
  end
end
