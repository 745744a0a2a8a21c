// Shows the findings of the JSON in #data. Text goes into the page as text only, never as markup.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const head = data.head;
  const findings = data.findings;
  const byId = (id) => document.getElementById(id);
  const LEVELS = ['error', 'warning', 'note'];
  const PRINTED = 300; // findings at most on paper

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
  const sharedOf = (f) => [f.shared.kind, f.shared.name].filter(Boolean).join(' ');
  const idOf = (index) => findings[index].fingerprint || String(index);

  // What the text filter looks at.
  const haystacks = findings.map((f) => [
    f.place, f.message, f.rule, f.shared.name,
    ...f.accesses.flatMap((a) => [a.place, a.thread, a.symbol]),
  ].join('\n').toLowerCase());

  // ---- State: lives in the address, so that a view can be linked ----
  const levelBoxes = [...document.querySelectorAll('.levels input')];
  const state = { text: '', rule: '', levels: new Set(LEVELS), min: 0, order: '', group: '', finding: '' };

  function readAddress() {
    const query = new URLSearchParams(location.hash.slice(1));
    state.text = query.get('text') || query.get('file') || '';
    state.rule = query.get('rule') || '';
    state.min = Math.min(100, Math.max(0, Number(query.get('confidence')) || 0));
    state.order = query.get('order') || '';
    state.group = query.get('group') || '';
    state.levels = new Set(query.has('level') ? query.get('level').split(',') : LEVELS);
    state.finding = query.get('finding') || '';
  }
  function writeAddress() {
    const query = new URLSearchParams();
    for (const key of ['text', 'rule', 'order', 'group', 'finding']) if (state[key]) query.set(key, state[key]);
    if (state.min) query.set('confidence', state.min);
    if (state.levels.size < 3) query.set('level', [...state.levels].join(','));
    const hash = query.toString();
    history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search);
  }
  function showState() {
    byId('f-text').value = state.text;
    byId('f-rule').value = state.rule;
    byId('f-confidence').value = state.min;
    byId('f-confidence-value').textContent = state.min;
    byId('f-order').value = state.order;
    byId('f-group').value = state.group;
    for (const box of levelBoxes) box.checked = state.levels.has(box.value);
  }

  // ---- Filters ----
  let matches = [];
  let current = -1;

  // Whether a finding passes all filters but one: the counts beside a filter say what choosing it would show.
  function passes(index, words, except) {
    const f = findings[index];
    return (except === 'rule' || !state.rule || f.rule === state.rule)
      && (except === 'level' || state.levels.has(f.level))
      && f.confidence >= state.min && words.every((word) => haystacks[index].includes(word));
  }
  const GROUPS = { file: (f) => f.path, rule: (f) => f.rule, variable: (f) => sharedOf(f) || 'no variable' };
  function compare(a, b) {
    const f = findings[a];
    const g = findings[b];
    const key = GROUPS[state.group];
    if (key && key(f) !== key(g)) return key(f) < key(g) ? -1 : 1;
    if (state.order === 'path' && f.path !== g.path) return f.path < g.path ? -1 : 1;
    if (state.order === 'confidence' && f.confidence !== g.confidence) return g.confidence - f.confidence;
    if (state.order === '') {
      const rank = LEVELS.indexOf(f.level) - LEVELS.indexOf(g.level) || g.confidence - f.confidence;
      if (rank) return rank;
    }
    return a - b;
  }
  function filter() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    const byLevel = { error: 0, warning: 0, note: 0 };
    const byRule = {};
    matches = [];
    findings.forEach((f, index) => {
      if (passes(index, words)) matches.push(index);
      if (passes(index, words, 'level')) byLevel[f.level] += 1;
      if (passes(index, words, 'rule')) byRule[f.rule] = (byRule[f.rule] || 0) + 1;
    });
    matches.sort(compare);
    for (const box of levelBoxes) box.parentElement.querySelector('.n').textContent = byLevel[box.value];
    for (const option of byId('f-rule').options) {
      if (option.value) option.textContent = `${option.value} (${byRule[option.value] || 0})`;
    }
  }

  // ---- The list: only the rows in view are in the page, so that thousands cost nothing ----
  const ROW = 92;
  const HEADER = 34;
  const BEYOND = 10; // rows made above and below what is visible
  let items = []; // {index} or {label, count}
  let tops = [];

  function layOut() {
    items = [];
    const key = GROUPS[state.group];
    let group = null;
    for (const index of matches) {
      if (key && (!group || key(findings[index]) !== group.label)) {
        group = { label: key(findings[index]), count: 0 };
        items.push(group);
      }
      if (group) group.count += 1;
      items.push({ index });
    }
    tops = [0];
    for (const item of items) tops.push(tops[tops.length - 1] + (item.label === undefined ? ROW : HEADER));
    byId('rows').style.height = `${tops[tops.length - 1]}px`;
  }
  function row(index) {
    const f = findings[index];
    const shared = f.shared.name || f.rule;
    const item = make('div', `row ${f.level}`, make('span', 'bar'),
      make('span', 'thing', make('b', '', shared), make('span', 'kind-of', f.shared.kind)),
      make('span', 'message', ...rich(f.message)),
      make('span', 'meta', make('span', 'place', make('bdi', '', f.place)), make('span', '', `${f.level} ${f.confidence}`)));
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', String(index === current));
    item.id = `row-${index}`;
    item.title = `${f.message}\n${f.place}`;
    item.dataset.index = index;
    item.dataset.rule = f.rule;
    return item;
  }
  function header(item) {
    const element = make('div', 'group', make('b', '', item.label), make('span', '', String(item.count)));
    element.setAttribute('role', 'presentation');
    return element;
  }
  function showRows() {
    const box = byId('list');
    const view = box.clientHeight || 600;
    let first = 0;
    let last = items.length;
    while (first < last) {
      const middle = (first + last) >> 1;
      if (tops[middle + 1] < box.scrollTop) first = middle + 1;
      else last = middle;
    }
    first = Math.max(0, first - BEYOND);
    const made = [];
    for (let i = first; i < items.length && (tops[i] < box.scrollTop + view || i < first + 2 * BEYOND); i += 1) {
      const element = items[i].label === undefined ? row(items[i].index) : header(items[i]);
      element.style.top = `${tops[i]}px`;
      made.push(element);
    }
    byId('rows').replaceChildren(...made);
    const active = byId(`row-${current}`) ? `row-${current}` : '';
    if (active) byId('rows').setAttribute('aria-activedescendant', active);
    else byId('rows').removeAttribute('aria-activedescendant');
  }
  function scrollTo(index) {
    const at = items.findIndex((item) => item.index === index);
    if (at < 0) return;
    const box = byId('list');
    if (tops[at] < box.scrollTop) box.scrollTop = tops[at] - (at > 0 && items[at - 1].label !== undefined ? HEADER : 0);
    else if (tops[at + 1] > box.scrollTop + box.clientHeight) box.scrollTop = tops[at + 1] - box.clientHeight;
  }
  function list() {
    filter();
    layOut();
    byId('count').textContent = matches.length === findings.length
      ? plural(findings.length, 'finding') : `${matches.length.toLocaleString('en')} of ${plural(findings.length, 'finding')}`;
    const wanted = matches.find((index) => idOf(index) === state.finding);
    select(wanted !== undefined ? wanted : matches.includes(current) ? current : matches.length ? matches[0] : -1, false);
  }
  function select(index, byUser = true) {
    current = index;
    scrollTo(index);
    showRows();
    if (byUser && index >= 0) {
      state.finding = idOf(index);
      writeAddress();
    }
    const detail = byId('detail');
    detail.replaceChildren(index < 0
      ? make('p', 'empty', findings.length ? 'No finding matches the filter.' : 'No problems found.') : detailOf(findings[index]));
    detail.scrollTop = 0;
  }
  // On a phone the list and the finding take turns.
  function open(isOpen) {
    document.body.classList.toggle('open', isOpen);
    if (isOpen) byId('detail').focus({ preventScroll: true });
    else byId('rows').focus({ preventScroll: true });
  }

  // ---- One finding ----
  function excerpt(lines, language) {
    if (!lines) return make('p', 'missing', 'The source is not available.');
    const box = make('div', 'code');
    box.tabIndex = 0;
    for (const [number, before, marked, after] of lines) {
      const hit = marked !== undefined;
      const text = make('span', 'text', ...syntax(before, language));
      if (hit && marked) text.append(make('mark', '', ...syntax(marked, language)));
      if (hit) text.append(...syntax(after, language));
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
      ? access.locks.map((lock) => make('span', 'chip', lock)) : [make('span', 'none', access.knowsLocks ? 'no lock' : 'not known')];
    return make('div', '', make('span', 'label', 'Holds'), ...held);
  }
  function accessCard(f, access, index) {
    const where = access.symbol && access.symbol !== access.thread ? ` in ${access.symbol}` : '';
    const card = make('article', index === 0 ? 'access a' : 'access b',
      make('header', '',
        access.thread ? make('div', 'who', access.thread) : null,
        make('div', 'does', ...(access.kind === 'other' ? [] : [make('span', 'kind', access.kind)]), ...rich(access.does)),
        make('div', 'at', access.place + where)),
      excerpt(access.lines, f.language),
      make('div', 'facts', locks(access), access.stack.length ? stack(access.stack) : null));
    card.setAttribute('aria-label', `Access ${index + 1}`);
    return card;
  }
  function box(title, className, ...children) {
    return make('section', `box ${className}`, make('h3', '', title), ...children);
  }
  function copyButton(label, text) {
    const button = make('button', 'copy', label);
    button.type = 'button';
    button.dataset.copy = text;
    return button;
  }
  // The instruction, and the change as a diff where there is one.
  function fixBox(f) {
    if (!f.hint && !f.fix) return null;
    const lines = f.fix ? f.fix.lines.map(([sign, number, text]) => make('div', sign === '+' ? 'line added' : 'line removed',
      make('span', 'number', sign === '+' ? '+' : String(number)), make('span', 'text', ...syntax(text, f.language)))) : [];
    return box('How to fix it', 'hint', f.hint ? make('p', '', ...rich(f.hint)) : null,
      lines.length ? make('div', 'code diff', ...lines) : null,
      lines.length ? make('p', 'soft', make('code', '', 'deadheat check --fix'), ' applies it.') : null);
  }
  function laneBox(f) {
    const picture = lanes(f);
    return picture ? box('How it happens', 'lanes', make('div', 'scroll', picture)) : null;
  }
  // Steps that are all in the picture are not listed again.
  function witnessBox(witness, drawing) {
    const drawn = drawing && Number(drawing.querySelector('.interleaving').dataset.steps) >= witness.steps.length;
    const values = witness.values.map(([name, value]) => make('div', '', make('dt', '', name), make('dd', '', value)));
    const steps = witness.steps.map((step) => make('li', '', make('span', '', ...rich(step))));
    return box('A case that shows it', 'witness', make('p', '', ...rich(witness.summary)),
      values.length ? make('dl', 'values', ...values) : null,
      steps.length && !drawn ? make('ol', 'steps', ...steps) : null);
  }
  function reasonsBox(f) {
    const weight = (points) => make('span', points < 0 ? 'delta minus' : 'delta', `${points < 0 ? '−' : '+'}${Math.abs(points)}`);
    const reasons = f.reasons.map(([points, text]) => make('li', '', points === null ? null : weight(points), make('span', '', text)));
    return box(`Why the confidence is ${f.confidence}`, '', make('ul', 'reasons', ...reasons));
  }
  function relatedBox(f) {
    const places = f.related.map((place) => make('li', 'excerpted', make('div', '', ...rich(place.message || 'Here')),
      make('div', 'at', place.place), excerpt(place.lines, f.language)));
    return box(f.related.length === 1 ? 'Related place' : 'Related places', '', make('ul', 'related', ...places));
  }
  function helpBox(f) {
    const page = document.querySelector(`template[data-rule-page="${CSS.escape(f.rule)}"]`);
    const body = make('div', 'page');
    if (page) body.append(page.content.cloneNode(true));
    if (f.ignore) body.append(make('p', '', 'To silence one finding, write on or above its line: ', make('code', '', f.ignore)));
    return make('details', 'box help', make('summary', '', `About ${f.rule}: ${head.rules[f.rule] || ''}`), body);
  }
  function copyRow(f) {
    return make('p', 'print', f.ignore ? copyButton('Copy ignore comment', f.ignore) : null,
      f.fingerprint ? copyButton('Copy fingerprint', f.fingerprint) : null, copyButton('Copy place', f.place),
      f.fingerprint ? make('span', '', 'Fingerprint ', make('code', '', f.fingerprint)) : null);
  }
  function gauge(confidence) {
    const fill = make('i', '');
    fill.style.width = `${confidence}%`;
    return make('span', '', 'confidence', make('span', 'gauge', fill), String(confidence));
  }
  function detailOf(f) {
    const shared = sharedOf(f);
    const drawing = laneBox(f);
    const title = make('div', '',
      make('div', 'tags', make('span', `badge ${f.level}`, f.level), make('span', 'mono', f.rule), gauge(f.confidence)),
      make('h2', '', ...rich(f.message)), make('div', 'at', f.place));
    return make('article', 'detail', title, fixBox(f),
      drawing,
      shared && f.accesses.length ? make('div', 'shared', make('b', '', shared)) : null,
      f.accesses.length ? make('div', 'accesses', ...f.accesses.map((access, i) => accessCard(f, access, i))) : null,
      f.witness ? witnessBox(f.witness, drawing) : null,
      f.related.length ? relatedBox(f) : null,
      f.reasons.length ? reasonsBox(f) : null,
      helpBox(f), copyRow(f));
  }

  // ---- The rest of the page ----
  function showHead() {
    const parts = [[head.errors, 'error'], [head.warnings, 'warning'], [head.notes, 'note']]
      .filter(([n]) => n > 0).map(([n, noun]) => plural(n, noun));
    const nothing = head.incomplete ? 'Nothing found in what was analysed' : 'No problems found';
    const files = Object.values(head.files).reduce((sum, n) => sum + n, 0);
    byId('summary').textContent = (parts.join(', ') || nothing) + (files ? ` in ${plural(files, 'file')}` : '');
    // The date is that of this file: the report itself stays the same for the same findings.
    const written = new Date(document.lastModified);
    byId('origin').textContent = [`deadheat ${head.command}`, `version ${head.version}`,
      head.commit ? `commit ${head.commit.slice(0, 12)}` : '', written.toISOString().slice(0, 16).replace('T', ' '),
      head.configuration, ...head.hidden].filter(Boolean).join(' · ');
    const banner = byId('banner');
    banner.hidden = !head.incomplete && !head.interrupted;
    banner.append(head.interrupted ? 'Interrupted: this is what was found so far.' : `The analysis is ${head.incomplete}.`);
    if (head.diagnostics.length) {
      const link = make('a', '', 'Show the messages');
      link.href = '#diagnostics';
      link.addEventListener('click', (event) => {
        event.preventDefault();
        byId('diagnostics').open = true;
        byId('diagnostics').scrollIntoView({ block: 'nearest' });
        byId('diagnostics').querySelector('summary').focus();
      });
      banner.append(' ', link);
    }
    for (const [id, text] of Object.entries(head.rules)) {
      const option = make('option', '', id);
      option.value = id;
      option.title = text;
      byId('f-rule').append(option);
    }
    const messages = byId('diagnostics');
    messages.hidden = head.diagnostics.length === 0;
    messages.querySelector('summary').textContent = plural(head.diagnostics.length, 'message') + ' about the input';
    messages.querySelector('ul').append(...head.diagnostics.slice(0, 1000).map((d) => make('li', '', make('b', '', `${d.severity}: `),
      d.message, d.place ? make('div', 'at', d.place) : null)));
  }
  function changed() {
    state.text = byId('f-text').value.trim();
    state.rule = byId('f-rule').value;
    state.min = Number(byId('f-confidence').value);
    state.order = byId('f-order').value;
    state.group = byId('f-group').value;
    state.levels = new Set(levelBoxes.filter((one) => one.checked).map((one) => one.value));
    state.finding = '';
    byId('f-confidence-value').textContent = state.min;
    byId('list').scrollTop = 0;
    writeAddress();
    list();
  }
  const order = () => items.filter((item) => item.index !== undefined).map((item) => item.index);
  function step(delta) {
    const rows = order();
    const at = Math.min(rows.length - 1, Math.max(0, rows.indexOf(current) + delta));
    if (rows.length && rows[at] !== current) select(rows[at]);
  }
  function onListKey(event) {
    const page = Math.max(1, Math.floor(byId('list').clientHeight / ROW) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) {
      event.preventDefault();
      step(moves[event.key]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(true);
    }
  }
  async function copy(button) {
    let done = true;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch { // a file opened from disk may not use the clipboard: show the text to be copied by hand
      done = false;
      window.prompt('Copy this text', button.dataset.copy);
    }
    const label = button.textContent;
    if (done) button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 1200);
  }

  showHead();
  readAddress();
  showState();
  list();
  let timer = 0;
  byId('filters').addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(changed, 80); });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('filters').addEventListener('reset', () => setTimeout(changed, 0));
  byId('list').addEventListener('scroll', showRows);
  window.addEventListener('resize', showRows);
  byId('rows').addEventListener('keydown', onListKey);
  byId('rows').addEventListener('click', (event) => {
    const hit = event.target.closest('.row');
    if (!hit) return;
    select(Number(hit.dataset.index));
    open(true);
  });
  byId('back').addEventListener('click', () => open(false));
  byId('skip').addEventListener('click', (event) => { event.preventDefault(); byId('detail').focus(); });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy');
    if (button) copy(button);
  });
  window.addEventListener('hashchange', () => { readAddress(); showState(); list(); });
  // Paper shows every finding that passes the filters.
  window.addEventListener('beforeprint', () => {
    const rest = matches.length - PRINTED;
    byId('printed').replaceChildren(...order().slice(0, PRINTED).map((index) => detailOf(findings[index])),
      rest > 0 ? make('p', 'empty', `${plural(rest, 'more finding')} not printed; choose fewer with the filters.`) : '');
  });
  window.addEventListener('afterprint', () => byId('printed').replaceChildren());
  document.addEventListener('keydown', (event) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j') step(1);
    if (event.key === 'k') step(-1);
    if (event.key === 'Escape') open(false);
    if (event.key === '/') { event.preventDefault(); byId('f-text').focus(); }
  });
})();
