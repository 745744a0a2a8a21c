// The interleaving of a finding as a drawing: threads or processes as lanes, time runs down, and the moment it
// breaks is marked. Made of text nodes and attributes only, so that hostile names stay text.
'use strict';
const lanes = (() => {
  const SPACE = 'http://www.w3.org/2000/svg';
  const WIDTH = 720;
  const PHONE = 420; // two lanes fit without scrolling
  const LINE = 17; // height of a line of text
  const BAR = 12; // from one lock's bar to the next
  const MOST_STEPS = 16; // of a time-line
  const MOST_LANES = 5;
  // Where lanes stand and how wide their boxes are. Bars of locks need room at the left of a box.
  function layout(count, bars) {
    const isNarrow = count <= 2 && window.matchMedia('screen and (max-width: 560px)').matches;
    const width = isNarrow ? PHONE : WIDTH;
    const pitch = (width - 40) / count;
    const room = Math.min(bars, 4) * BAR;
    const box = Math.min(310, pitch - 16 - room);
    return { width, box, room, characters: Math.floor(box / 7.3), centre: (lane) => 20 + pitch * (lane + 0.5) + room / 2 };
  }

  function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }
  function wrap(text, limit) {
    const lines = [''];
    for (const word of text.replace(/`/g, '').split(/\s+/)) {
      const last = lines[lines.length - 1];
      if (last && last.length + 1 + word.length > limit) lines.push(word.slice(0, 3 * limit));
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines.flatMap((line) => line.match(new RegExp(`.{1,${limit}}`, 'gu')) || ['']).slice(0, 6);
  }
  // Methods differ at the end of their names: parameters and the beginning are left out.
  function shortName(name, limit) {
    const short = name.length > limit ? name.replace(/\([^()]+\)/, '(…)') : name;
    return short.length > limit ? `…${short.slice(1 - limit)}` : short;
  }
  function words(lines, x, y, className) {
    return svg('text', { x, y, class: className, 'text-anchor': 'middle' },
      ...lines.map((line, i) => svg('tspan', { x, dy: i === 0 ? 0 : LINE }, document.createTextNode(line))));
  }

  // Steps of a witness: "process 1: reads", "the second thread writes ...", or about both.
  const STEP = /^(?:(process|thread) (\d+)(?: \([^)]*\))?:\s*|the (first|second) thread\s+)/;
  function stepsOf(witness) {
    const names = [];
    const steps = witness.steps.slice(0, 12).map((text) => {
      const match = STEP.exec(text);
      if (!match) return { lane: -1, text };
      const name = match[3] ? `the ${match[3]} thread` : `${match[1]} ${match[2]}`;
      if (!names.includes(name)) names.push(name);
      return { lane: names.indexOf(name), text: text.slice(match[0].length) };
    });
    if (names.length !== 2) return null;
    // What breaks: the last step, which says how it ends.
    steps[steps.length - 1].breaks = true;
    return { names, rows: steps.map((step) => [step]), bars: [], shown: steps.length };
  }

  // Steps of a schedule: "worker acquires lock at Job.run". The accesses come next, all at once.
  const EVENT = /^(.*?) (acquires|releases|reads|writes|starts|joins|waits for|updates) (.*)$/;
  function eventOf(text, threads) {
    const thread = threads.find((name) => text.startsWith(`${name} `));
    const match = EVENT.exec(thread ? `- ${text.slice(thread.length + 1)}` : text);
    return match && { thread: thread || match[1], verb: match[2], what: match[3].split(' at ')[0], text: text.slice((thread || match[1]).length + 1) };
  }
  function timelineOf(finding) {
    const names = [...new Set(finding.accesses.map((a) => a.thread))];
    if (names.length < 2 || names.length > MOST_LANES || names.includes('')) return null;
    const threads = [...names].sort((a, b) => b.length - a.length); // the longest name that fits
    const events = finding.witness.steps.map((text) => eventOf(text, threads));
    if (events.includes(null)) return null;
    for (const event of events) if (!names.includes(event.thread)) names.push(event.thread);
    if (names.length > MOST_LANES) return null;
    const skipped = Math.max(0, events.length - MOST_STEPS);
    const rows = skipped ? [[{ lane: -1, text: `${skipped} earlier steps are in the list below` }]] : [];
    const bars = [];
    const open = (lane, what) => bars.findLast((bar) => bar.lane === lane && bar.name === what && bar.to === null);
    events.forEach((event, i) => {
      const lane = names.indexOf(event.thread);
      const row = Math.max(0, i - skipped) + (skipped ? 1 : 0);
      if (event.verb === 'acquires') bars.push({ lane, name: event.what, from: i < skipped ? -1 : row, to: null });
      if (event.verb === 'releases') {
        const bar = open(lane, event.what);
        if (bar) bar.to = i < skipped ? -1 : row;
        else bars.push({ lane, name: event.what, from: -1, to: row }); // held when the schedule begins
      }
      if (i >= skipped) rows.push([{ lane, text: event.text }]);
    });
    for (const a of finding.accesses) {
      const lane = names.indexOf(a.thread);
      for (const name of a.locks || []) if (!open(lane, name)) bars.push({ lane, name, from: -1, to: null });
    }
    const next = finding.accesses.map((a) => ({ lane: names.indexOf(a.thread), text: a.does, place: a.place, breaks: true }));
    const isDeadlock = finding.rule === 'deadlock';
    rows.push(next, [{ lane: -1, breaks: true,
      text: isDeadlock ? 'each waits for a lock that the next one holds' : 'both can come next: either first, or both at once' }]);
    return { names, rows, bars: bars.filter((bar) => bar.to === null || bar.to >= 0), shown: events.length - skipped };
  }
  // Without steps: two accesses that nothing orders, with the locks each holds.
  function accessesOf(finding) {
    const first = finding.accesses[0];
    const other = finding.accesses.find((a, i) => i > 0 && (a.thread !== first.thread || a.place !== first.place))
      || finding.accesses[1] || (/race/.test(finding.rule) && finding.accesses.length === 1 ? first : null);
    if (!first || !other) return null;
    const name = (a, n) => a.thread || a.symbol || `thread ${n}`;
    const names = [name(first, 1), name(other, 2)];
    if (names[0] === names[1]) names[1] += ', run again';
    const step = (a, lane) => ({ lane, text: a.does, place: a.place, locks: a.locks || [], knowsLocks: Boolean(a.lockText) && a.knowsLocks });
    // Side by side: one above the other would look like an order, of a run perhaps the wrong one.
    return { names, bars: [], shown: 0, rows: [[step(first, 0), step(other, 1)],
      [{ lane: -1, text: 'nothing orders these two: either can come first, or both at once', breaks: true }]] };
  }

  // Held locks as a bar beside the box, from before the access until after it.
  function heldBar(step, left, top, height, room) {
    if (!step.locks || !step.locks.length) return [];
    const label = step.locks.join(', ').slice(0, room);
    return [svg('rect', { x: left, y: top - 22, width: 7, height: height + 30, rx: 3, class: 'lock-bar' }),
      svg('text', { x: left + 12, y: top - 9, class: 'lock-name' }, document.createTextNode(`holds ${label}`))];
  }
  // A lock that is held over several steps; its name runs up along the bar.
  function lockBar(bar, depth, place, top, bottom) {
    const x = place.centre(bar.lane) - place.box / 2 - BAR * (depth + 1);
    const name = bar.name.slice(0, Math.max(0, Math.floor((bottom - top) / 6.7)));
    return [svg('rect', { x, y: top, width: 9, height: bottom - top, rx: 3, class: 'lock-bar' },
      svg('title', {}, document.createTextNode(`${bar.name} is held`))),
      svg('text', { x: x + 7, y: bottom - 3, class: 'lock-along', transform: `rotate(-90 ${x + 7} ${bottom - 3})` }, document.createTextNode(name))];
  }
  function drawLocks(bars, place, spans, end) {
    const open = [];
    return bars.flatMap((bar) => {
      const top = bar.from < 0 ? 44 : spans[bar.from][0];
      const bottom = bar.to === null ? end : spans[bar.to][1];
      const taken = open.filter((other) => other.lane === bar.lane && other.bottom > top).map((other) => other.depth);
      let depth = 0;
      while (taken.includes(depth)) ++depth;
      open.push({ lane: bar.lane, bottom, depth });
      return depth < 4 ? lockBar(bar, depth, place, top, bottom) : [];
    });
  }
  function deepest(bars) {
    const most = {};
    for (const bar of bars) most[bar.lane] = (most[bar.lane] || 0) + 1;
    return Math.max(0, ...Object.values(most));
  }
  function draw({ names, rows, bars, shown }) {
    const nodes = [];
    const place = layout(names.length, deepest(bars));
    const spans = [];
    let y = 62;
    for (const row of rows) {
      const texts = row.map((step) => wrap(step.text, step.lane < 0 ? Math.floor((place.width - 40) / 8.1) : place.characters));
      const height = Math.max(...row.map((step, i) => texts[i].length * LINE + (step.place ? LINE : 0))) + 16;
      if (row.some((step) => step.locks && step.locks.length)) y += 18;
      row.forEach((step, i) => {
        const x = step.lane < 0 ? place.width / 2 : place.centre(step.lane);
        const width = step.lane < 0 ? place.width - 40 : place.box;
        nodes.push(...heldBar(step, x - width / 2 - 12, y, height, Math.floor(place.box / 6.7)),
          svg('rect', { x: x - width / 2, y, width, height, rx: 8, class: `step${step.breaks ? ' breaks' : ''} lane-${step.lane}` }),
          words(texts[i], x, y + 21, 'step-text'));
        if (!step.place) return;
        const note = step.knowsLocks && !step.locks.length ? `${step.place} (no lock)` : step.place;
        const limit = Math.floor(place.box / 6.7);
        nodes.push(words([note.length > limit ? `…${note.slice(1 - limit)}` : note], x, y + 21 + texts[i].length * LINE, 'step-place'));
      });
      spans.push([y, y + height]);
      y += height + 16;
    }
    const limit = Math.floor((place.box + 16) / 9); // bold
    const heads = names.flatMap((name, lane) => [
      svg('line', { x1: place.centre(lane), y1: 42, x2: place.centre(lane), y2: y, class: `lane lane-${lane}` }),
      words([shortName(name, limit)], place.centre(lane), 26, `lane-name lane-${lane}`)]);
    const time = [svg('line', { x1: 8, y1: 42, x2: 8, y2: y - 6, class: 'time' }),
      svg('path', { d: `M4 ${y - 12} L8 ${y - 2} L12 ${y - 12} Z`, class: 'time-head' })];
    // What is held at the end is held when the accesses are next.
    const locks = bars.length ? drawLocks(bars, place, spans, spans[spans.length - 2][1] + 8) : [];
    return svg('svg', { viewBox: `0 0 ${place.width} ${y + 6}`, class: place.width < WIDTH ? 'interleaving narrow' : 'interleaving', role: 'img', 'data-steps': shown },
      svg('title', {}, document.createTextNode(`An interleaving of ${names.join(' and ')}`)), ...time, ...heads, ...locks, ...nodes);
  }
  // Null: there is nothing to draw. `data-steps` says how many steps of the witness are in the picture.
  return (finding) => {
    const hasSteps = finding.witness && finding.witness.steps.length;
    const story = (hasSteps ? stepsOf(finding.witness) || timelineOf(finding) : null) || accessesOf(finding);
    return story ? draw(story) : null;
  };
})();
