defmodule PersistentTermOk do
  # ok: erlang-persistent-term
  def rules, do: :persistent_term.get(:demo_only_rules, [])
  def load(rules), do: :persistent_term.put(:demo_only_rules, rules)
end
