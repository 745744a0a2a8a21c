# What :counters, :dets, :pg and File do is the same as in Erlang.
defmodule LimitsBad do
  def enter(ref, max) do
    if :counters.get(ref, 1) < max do
      :counters.add(ref, 1, 1) # expect: erlang-atomics
    else
      :full
    end
  end

  def hit(key) do
    case :dets.lookup(:hits, key) do
      [] -> :dets.insert(:hits, {key, 1}) # expect: erlang-dets
      [{_, n}] -> :dets.insert(:hits, {key, n + 1}) # expect: erlang-dets
    end
  end

  def create(path) do
    unless File.exists?(path) do
      File.open(path, [:write, :binary]) # expect: erlang-file-check
    end
  end

  def join(group, pid) do
    if :pg.get_members(group) == [], do: :pg.join(group, pid) # expect: erlang-pg
  end
end
