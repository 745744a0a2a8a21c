// args: --min-confidence 0
package io.airlift.statistics;

import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
class OwnPackageBad {
  private final DecayCounter total = new DecayCounter(0);

  public void add(long value) {
    total.add(value); // expect: java-unsynchronized-access "total"
  }
}
