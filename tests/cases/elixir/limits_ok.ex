# One step instead of two.
defmodule LimitsOk do
  def enter(ref, max) do
    if :atomics.add_get(ref, 1, 1) > max do
      :atomics.sub(ref, 1, 1) # ok: erlang-atomics
      :full
    end
  end

  def hit(key) do
    :dets.insert_new(:hits, {key, 0})
    :dets.update_counter(:hits, key, 1) # ok: erlang-dets
  end

  def create(path) do
    unless File.exists?(path) do
      File.open(path, [:write, :exclusive]) # ok: erlang-file-check
    end
  end
end
