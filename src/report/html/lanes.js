// The interleaving of a finding as a drawing: threads or processes as lanes, time runs down, and the moment it
// breaks is marked. Made of text nodes and attributes only, so that hostile names stay text.
'use strict';
const lanes = (() => {
  const SPACE = 'http://www.w3.org/2000/svg';
  const WIDTH = 720;
  const LINE = 17; // height of a line of text
  const LANE = [190, 530]; // centres
  const BOX = 310;
  const CHARACTERS = 42; // in one line of a box

  function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }
  function wrap(text, limit = CHARACTERS) {
    const lines = [''];
    for (const word of text.replace(/`/g, '').split(/\s+/)) {
      const last = lines[lines.length - 1];
      if (last && last.length + 1 + word.length > limit) lines.push(word.slice(0, 3 * limit));
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines.flatMap((line) => line.match(new RegExp(`.{1,${limit}}`, 'gu')) || ['']).slice(0, 6);
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
    return { names, steps };
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
    const step = (a, lane) => ({ lane, text: a.does, place: a.place, locks: a.locks || [], knowsLocks: Boolean(a.lockText) });
    return { names, steps: [step(first, 0), step(other, 1),
      { lane: -1, text: 'nothing orders these two: either can come first, or both at once', breaks: true }] };
  }

  // Held locks as a bar beside the box, from before the access until after it.
  function lockBar(step, x, top, height) {
    const left = x - BOX / 2 - 12;
    if (!step.locks.length) return [];
    const label = step.locks.join(', ').slice(0, 46);
    return [svg('rect', { x: left, y: top - 22, width: 7, height: height + 30, rx: 3, class: 'lock-bar' }),
      svg('text', { x: left + 12, y: top - 9, class: 'lock-name' }, document.createTextNode(`holds ${label}`))];
  }
  function draw({ names, steps }) {
    const nodes = [];
    let y = 62;
    for (const step of steps) {
      const lines = wrap(step.text, step.lane < 0 ? 84 : CHARACTERS);
      const height = lines.length * LINE + (step.place ? LINE : 0) + 16;
      const className = `step${step.breaks ? ' breaks' : ''} lane-${step.lane}`;
      const x = step.lane < 0 ? WIDTH / 2 : LANE[step.lane];
      const width = step.lane < 0 ? WIDTH - 40 : BOX;
      if (step.locks && step.locks.length) y += 18;
      nodes.push(...(step.locks ? lockBar(step, x, y, height) : []),
        svg('rect', { x: x - width / 2, y, width, height, rx: 8, class: className }),
        words(lines, x, y + 21, 'step-text'));
      if (step.place) {
        const note = step.knowsLocks && !step.locks.length ? `${step.place} (no lock)` : step.place;
        nodes.push(words([note.length > 46 ? `…${note.slice(-45)}` : note], x, y + 21 + lines.length * LINE, 'step-place'));
      }
      y += height + 16;
    }
    const heads = names.flatMap((name, lane) => [
      svg('line', { x1: LANE[lane], y1: 42, x2: LANE[lane], y2: y, class: `lane lane-${lane}` }),
      words([wrap(name, 44)[0] + (name.length > 44 ? '…' : '')], LANE[lane], 26, `lane-name lane-${lane}`)]);
    const time = [svg('line', { x1: 14, y1: 42, x2: 14, y2: y - 6, class: 'time' }),
      svg('path', { d: `M10 ${y - 12} L14 ${y - 2} L18 ${y - 12} Z`, class: 'time-head' })];
    const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${y + 6}`, class: 'interleaving', role: 'img' },
      svg('title', {}, document.createTextNode(`An interleaving of ${names[0]} and ${names[1]}`)), ...time, ...heads, ...nodes);
    return picture;
  }
  return (finding) => {
    const story = (finding.witness && finding.witness.steps.length ? stepsOf(finding.witness) : null) || accessesOf(finding);
    return story ? draw(story) : null;
  };
})();
