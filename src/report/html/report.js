// Shows the findings of the JSON in #data. Text goes into the page as text only, never as markup.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const head = data.head;
  const findings = data.findings;
  const PAGE = 300; // rows made at a time; thousands at once would make typing slow
  const byId = (id) => document.getElementById(id);

  function make(tag, className, ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
    return element;
  }
  // Text in which `this` is code.
  function rich(text) {
    return text.split(/(`[^`\n]+`)/).map((part) => (
      part.length > 2 && part.startsWith('`') && part.endsWith('`') ? make('code', '', part.slice(1, -1)) : part));
  }
  const plural = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

  // What the text filter looks at.
  const haystacks = findings.map((f) => [
    f.place, f.message, f.rule, f.shared.name,
    ...f.accesses.flatMap((a) => [a.place, a.thread, a.symbol]),
  ].join('\n').toLowerCase());

  // ---- State: lives in the address, so that a view can be linked ----
  const levelBoxes = [...document.querySelectorAll('.levels input')];
  const state = { text: '', rule: '', levels: new Set(['error', 'warning', 'note']), min: 0, order: '', finding: '' };

  function readAddress() {
    const query = new URLSearchParams(location.hash.slice(1));
    state.text = query.get('text') || query.get('file') || '';
    state.rule = query.get('rule') || '';
    state.min = Math.min(100, Math.max(0, Number(query.get('confidence')) || 0));
    state.order = query.get('order') || '';
    state.levels = new Set(query.has('level') ? query.get('level').split(',') : ['error', 'warning', 'note']);
    state.finding = query.get('finding') || '';
  }
  function writeAddress() {
    const query = new URLSearchParams();
    if (state.text) query.set('text', state.text);
    if (state.rule) query.set('rule', state.rule);
    if (state.min) query.set('confidence', state.min);
    if (state.order) query.set('order', state.order);
    if (state.levels.size < 3) query.set('level', [...state.levels].join(','));
    if (state.finding) query.set('finding', state.finding);
    const hash = query.toString();
    history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search);
  }
  function showState() {
    byId('f-text').value = state.text;
    byId('f-rule').value = state.rule;
    byId('f-confidence').value = state.min;
    byId('f-confidence-value').textContent = state.min;
    byId('f-order').value = state.order;
    for (const box of levelBoxes) box.checked = state.levels.has(box.value);
  }

  // ---- The list ----
  let matches = [];
  let shown = 0;
  let current = -1;
  const idOf = (index) => findings[index].fingerprint || String(index);

  function filter() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    matches = [];
    findings.forEach((f, index) => {
      if (state.rule && f.rule !== state.rule) return;
      if (!state.levels.has(f.level) || f.confidence < state.min) return;
      if (!words.every((word) => haystacks[index].includes(word))) return;
      matches.push(index);
    });
    if (state.order === 'confidence') matches.sort((a, b) => findings[b].confidence - findings[a].confidence || a - b);
    if (state.order === 'path') {
      const key = (i) => findings[i].path;
      matches.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
    }
  }
  function row(index) {
    const f = findings[index];
    const button = make('button', '', make('span', 'bar'), make('span', 'message', ...rich(f.message)),
      make('span', 'place', make('bdi', '', f.place)),
      make('span', 'meta', make('span', '', `${f.level} · ${f.rule}`), make('span', '', `${f.confidence}`)));
    button.type = 'button';
    button.title = f.place;
    button.addEventListener('click', () => { select(index); });
    const item = make('li', `row ${f.level}`, button);
    item.dataset.index = index;
    item.dataset.rule = f.rule;
    return item;
  }
  function showMore() {
    const next = matches.slice(shown, shown + PAGE);
    byId('rows').append(...next.map(row));
    shown += next.length;
    byId('more').hidden = shown >= matches.length;
    byId('more').textContent = `Show ${Math.min(PAGE, matches.length - shown)} more`;
  }
  function rowOf(index) {
    return byId('rows').querySelector(`[data-index="${index}"] button`);
  }
  function list() {
    filter();
    byId('rows').replaceChildren();
    shown = 0;
    showMore();
    byId('count').textContent = matches.length === findings.length
      ? plural(findings.length, 'finding') : `${matches.length.toLocaleString('en')} of ${plural(findings.length, 'finding')}`;
    const wanted = matches.find((index) => idOf(index) === state.finding);
    if (wanted !== undefined) return select(wanted, false);
    return select(matches.includes(current) ? current : matches.length ? matches[0] : -1, false);
  }
  function select(index, byUser = true) {
    const before = rowOf(current);
    if (before) before.removeAttribute('aria-current');
    current = index;
    if (index >= 0) while (shown < matches.length && matches.indexOf(index) >= shown) showMore();
    const button = rowOf(index);
    if (button) {
      button.setAttribute('aria-current', 'true');
      button.scrollIntoView({ block: 'nearest' });
      if (byUser) button.focus({ preventScroll: true });
    }
    if (byUser && index >= 0) {
      state.finding = idOf(index);
      writeAddress();
    }
    showDetail(index);
  }

  // ---- One finding ----
  function excerpt(lines) {
    if (!lines) return make('p', 'missing', 'The source is not available.');
    const box = make('div', 'code');
    box.tabIndex = 0;
    for (const [number, before, marked, after] of lines) {
      const hit = marked !== undefined;
      const text = make('span', 'text', before);
      if (hit && marked) text.append(make('mark', '', marked));
      if (hit) text.append(after);
      box.append(make('div', hit ? 'line hit' : 'line', make('span', 'number', String(number)), text));
    }
    return box;
  }
  function stack(frames) {
    const steps = frames.map((frame) => make('li', '', make('code', '', frame.function), ' ',
      make('span', 'at', frame.place), frame.note ? make('span', 'note', ` ${frame.note}`) : null));
    return make('div', '', make('span', 'label', 'Called through'), make('ol', 'stack', ...steps));
  }
  function locks(access) {
    if (!access.lockText) return null;
    const held = access.locks.length
      ? access.locks.map((lock) => make('span', 'chip', lock)) : [make('span', 'none', 'no lock')];
    return make('div', '', make('span', 'label', 'Holds'), ...held);
  }
  function accessCard(access, index) {
    const where = access.symbol && access.symbol !== access.thread ? ` in ${access.symbol}` : '';
    const card = make('article', index === 0 ? 'access a' : 'access b',
      make('header', '',
        access.thread ? make('div', 'who', access.thread) : null,
        make('div', 'does', make('span', 'kind', access.kind), ...rich(access.does)),
        make('div', 'at', access.place + where)),
      excerpt(access.lines),
      make('div', 'facts', locks(access), access.stack.length ? stack(access.stack) : null));
    card.setAttribute('aria-label', `Access ${index + 1}`);
    return card;
  }
  function box(title, className, ...children) {
    return make('section', `box ${className}`, make('h3', '', title), ...children);
  }
  function witnessBox(witness) {
    const values = witness.values.map(([name, value]) => make('div', '', make('dt', '', name), make('dd', '', value)));
    return box('A case that shows it', 'witness', make('p', '', ...rich(witness.summary)),
      values.length ? make('dl', 'values', ...values) : null,
      witness.steps.length ? make('ol', 'steps', ...witness.steps.map((step) => make('li', '', make('span', '', ...rich(step))))) : null);
  }
  function reasonsBox(f) {
    const weight = (points) => make('span', points < 0 ? 'delta minus' : 'delta', `${points < 0 ? '−' : '+'}${Math.abs(points)}`);
    const items = f.reasons.map(([points, text]) => make('li', '', points === null ? null : weight(points), make('span', '', text)));
    return box(`Why the confidence is ${f.confidence}`, '', make('ul', 'reasons', ...items));
  }
  function relatedBox(related) {
    const items = related.map((place) => make('li', 'excerpted', make('div', '', ...rich(place.message || 'Here')),
      make('div', 'at', place.place), excerpt(place.lines)));
    return box(related.length === 1 ? 'Related place' : 'Related places', '', make('ul', 'related', ...items));
  }
  function helpBox(rule) {
    const page = document.querySelector(`template[data-rule-page="${CSS.escape(rule)}"]`);
    const body = make('div', 'page');
    if (page) body.append(page.content.cloneNode(true));
    body.append(make('p', '', 'To silence one finding, write in a comment on or above its line: ',
      make('code', '', `deadheat: ignore ${rule} -- why it is fine`)));
    return make('details', 'box help', make('summary', '', `About ${rule}: ${head.rules[rule] || ''}`), body);
  }
  function gauge(confidence) {
    const fill = make('i', '');
    fill.style.width = `${confidence}%`;
    return make('span', '', 'confidence', make('span', 'gauge', fill), String(confidence));
  }
  function showDetail(index) {
    const detail = byId('detail');
    if (index < 0) {
      detail.replaceChildren(make('p', 'empty', findings.length ? 'No finding matches the filter.' : 'No problems found.'));
      return;
    }
    const f = findings[index];
    const shared = [f.shared.kind, f.shared.name].filter(Boolean).join(' ');
    const title = make('div', '',
      make('div', 'tags', make('span', `badge ${f.level}`, f.level), make('span', 'mono', f.rule), gauge(f.confidence)),
      make('h2', '', ...rich(f.message)), make('div', 'at', f.place));
    detail.replaceChildren(make('article', 'detail', title,
      shared && f.accesses.length ? make('div', 'shared', make('b', '', shared)) : null,
      f.accesses.length ? make('div', 'accesses', ...f.accesses.map(accessCard)) : null,
      f.witness ? witnessBox(f.witness) : null,
      f.hint ? box('How to fix it', 'hint', make('p', '', ...rich(f.hint))) : null,
      f.related.length ? relatedBox(f.related) : null,
      f.reasons.length ? reasonsBox(f) : null,
      helpBox(f.rule),
      f.fingerprint ? make('p', 'print', 'Fingerprint ', make('code', '', f.fingerprint)) : null));
    detail.scrollTop = 0;
  }

  // ---- The rest of the page ----
  function showHead() {
    const parts = [[head.errors, 'error'], [head.warnings, 'warning'], [head.notes, 'note']]
      .filter(([n]) => n > 0).map(([n, noun]) => plural(n, noun));
    const nothing = head.incomplete ? 'Nothing found in what was analysed' : 'No problems found';
    const files = Object.values(head.files).reduce((sum, n) => sum + n, 0);
    byId('summary').textContent = (parts.join(', ') || nothing) + (files ? ` in ${plural(files, 'file')}` : '');
    byId('origin').textContent = [`deadheat ${head.command}`, `version ${head.version}`, head.configuration,
      ...head.hidden].join(' · ');
    const banner = byId('banner');
    banner.hidden = !head.incomplete && !head.interrupted;
    banner.textContent = head.interrupted ? 'Interrupted: this is what was found so far.'
      : `The analysis is ${head.incomplete}.`;
    for (const [id, text] of Object.entries(head.rules)) {
      const option = make('option', '', `${id}: ${text}`);
      option.value = id;
      byId('f-rule').append(option);
    }
    const box = byId('diagnostics');
    box.hidden = head.diagnostics.length === 0;
    box.querySelector('summary').textContent = plural(head.diagnostics.length, 'message') + ' about the input';
    box.querySelector('ul').append(...head.diagnostics.map((d) => make('li', '', make('b', '', `${d.severity}: `),
      d.message, d.place ? make('div', 'at', d.place) : null)));
  }
  function changed() {
    state.text = byId('f-text').value.trim();
    state.rule = byId('f-rule').value;
    state.min = Number(byId('f-confidence').value);
    state.order = byId('f-order').value;
    state.levels = new Set(levelBoxes.filter((box) => box.checked).map((box) => box.value));
    state.finding = '';
    byId('f-confidence-value').textContent = state.min;
    writeAddress();
    list();
  }
  function step(delta) {
    const at = matches.indexOf(current) + delta;
    if (at >= 0 && at < matches.length) select(matches[at]);
  }

  showHead();
  readAddress();
  showState();
  list();
  let timer = 0;
  byId('filters').addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(changed, 80); });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('filters').addEventListener('reset', () => setTimeout(changed, 0));
  byId('more').addEventListener('click', showMore);
  byId('skip').addEventListener('click', (event) => { event.preventDefault(); byId('detail').focus(); });
  window.addEventListener('hashchange', () => { readAddress(); showState(); list(); });
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const inList = byId('rows').contains(event.target);
    if (event.key === 'j' || (inList && event.key === 'ArrowDown')) { event.preventDefault(); step(1); }
    if (event.key === 'k' || (inList && event.key === 'ArrowUp')) { event.preventDefault(); step(-1); }
    if (event.key === '/') { event.preventDefault(); byId('f-text').focus(); }
  });
})();
