package io.airlift.stats;

import javax.annotation.concurrent.ThreadSafe;

/** What nothing imports is of the same package, and may be in a library: here one whose types are thread-safe. */
@ThreadSafe
class OwnPackageOk {
  private final DecayCounter total = new DecayCounter(0);

  public void add(long value) {
    total.add(value); // ok: java-unsynchronized-access
  }
}
