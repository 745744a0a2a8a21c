// Shows the tables of the JSON in #data. Text goes into the page as text only, never as markup. Only the rows in view are in
// the page, so that a hundred thousand findings cost nothing.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const LEVELS = ['error', 'warning', 'note'];
  const ROW = 30;
  const BEYOND = 12; // rows made above and below what is visible

  function make(tag, className, ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }
  const plural = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
  function link(text, report, fingerprint) {
    if (!report) return document.createTextNode(text);
    const anchor = make('a', '', text);
    anchor.href = report + (fingerprint ? `#finding=${encodeURIComponent(fingerprint)}` : '');
    return anchor;
  }

  // ---- The tables: where a column's value is, how it is shown and how wide it is ----
  const projects = data.projects.map(([name, outcome, reason, errors, warnings, notes, certain, files, bytes, seconds, peak, report]) => (
    { name, outcome, reason, errors, warnings, notes, certain, files, bytes, seconds, peak, report }));
  const findings = data.findings.map(([project, rule, level, confidence, path, line, message, fingerprint]) => ({
    project: projects[project], rule: data.rules[rule].rule, level, confidence,
    place: path < 0 ? '' : `${data.paths[path]}:${line}`, message, fingerprint }));
  const number = (title, key, options = {}) => ({ title, key, number: true, width: '5.5rem', ...options });
  const TABLES = {
    Projects: {
      rows: projects, text: (p) => `${p.name}\n${p.outcome}\n${p.reason}`, order: 'errors',
      columns: [
        { title: 'Project', key: (p) => p.name, width: 'minmax(12rem, 3fr)', show: (p) => link(p.name, p.report) },
        { title: 'Outcome', key: (p) => p.outcome, width: '7rem', style: (p) => p.outcome },
        number('Errors', (p) => p.errors, { id: 'errors', style: (p) => (p.errors ? 'error' : '') }),
        number('Warnings', (p) => p.warnings, { style: (p) => (p.warnings ? 'warning' : '') }),
        number('Notes', (p) => p.notes),
        number('Certain', (p) => p.certain),
        number('Files', (p) => p.files),
        number('MB', (p) => p.bytes, { show: (p) => (p.bytes / 1e6).toFixed(2) }),
        number('Seconds', (p) => p.seconds, { show: (p) => p.seconds.toFixed(1) }),
        number('Peak MiB', (p) => p.peak, { show: (p) => String(Math.round(p.peak / 1048576)) }),
      ],
    },
    Rules: {
      rows: data.rules, text: (r) => r.rule, order: 'projects',
      columns: [
        { title: 'Rule', key: (r) => r.rule, width: 'minmax(14rem, 3fr)' },
        number('Projects', (r) => r.projects, { id: 'projects' }), number('Findings', (r) => r.findings),
        number('Errors', (r) => r.errors), number('Warnings', (r) => r.warnings), number('Notes', (r) => r.notes),
        number('Confidence', (r) => r.confidence, { width: '7rem', show: (r) => r.confidence.toFixed(1) }),
      ],
      open: (r) => { byId('f-rule').value = r.rule; choose('Findings'); },
    },
    Findings: {
      rows: findings, text: (f) => `${f.project.name}\n${f.rule}\n${f.place}\n${f.message}`, order: 'confidence', filtered: true,
      columns: [
        { title: 'Project', key: (f) => f.project.name, width: 'minmax(9rem, 1.2fr)', show: (f) => link(f.project.name, f.project.report, f.fingerprint) },
        { title: 'Level', key: (f) => f.level, width: '5rem', style: (f) => LEVELS[f.level], show: (f) => LEVELS[f.level] },
        number('Confidence', (f) => f.confidence, { id: 'confidence' }),
        { title: 'Rule', key: (f) => f.rule, width: 'minmax(9rem, 1.2fr)' },
        { title: 'Message', key: (f) => f.message, width: 'minmax(12rem, 4fr)' },
        { title: 'Place', key: (f) => f.place, width: 'minmax(9rem, 2fr)' },
      ],
    },
    Failures: {
      rows: projects.filter((p) => p.outcome !== 'done'), text: (p) => `${p.name}\n${p.outcome}\n${p.reason}`, order: 'outcome', ascending: true,
      columns: [
        { title: 'Project', key: (p) => p.name, width: 'minmax(10rem, 1fr)', show: (p) => link(p.name, p.report) },
        { title: 'Outcome', id: 'outcome', key: (p) => ['failed', 'not run', 'incomplete'].indexOf(p.outcome), width: '7rem', style: (p) => p.outcome, show: (p) => p.outcome },
        { title: 'Reason', key: (p) => p.reason, width: 'minmax(14rem, 4fr)' },
      ],
    },
  };
  for (const table of Object.values(TABLES)) {
    table.sorted = table.columns.find((column) => column.id === table.order);
    table.down = !table.ascending;
    table.haystacks = null; // made by the first search
  }

  // ---- State ----
  let name = 'Projects';
  let matches = [];

  function filter() {
    const table = TABLES[name];
    const words = byId('f-text').value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !table.haystacks) table.haystacks = table.rows.map((row) => table.text(row).toLowerCase());
    const rule = table.filtered ? byId('f-rule').value : '';
    const least = table.filtered ? Number(byId('f-confidence').value) : 0;
    matches = [];
    table.rows.forEach((row, index) => {
      if (rule && row.rule !== rule) return;
      if (least && row.confidence < least) return;
      if (words.length && !words.every((word) => table.haystacks[index].includes(word))) return;
      matches.push(index);
    });
    const { key } = table.sorted;
    const keys = table.rows.map(key);
    const sign = table.down ? -1 : 1;
    matches.sort((a, b) => (keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b));
  }
  function cell(column, row) {
    const element = make('span', `${column.number ? 'number ' : ''}${column.style ? column.style(row) : ''}`,
      column.show ? column.show(row) : String(column.number ? column.key(row).toLocaleString('en') : column.key(row)));
    element.setAttribute('role', 'cell');
    element.title = element.textContent;
    return element;
  }
  function showRows() {
    const table = TABLES[name];
    const box = byId('list');
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - BEYOND);
    const last = Math.min(matches.length, Math.ceil((box.scrollTop + (box.clientHeight || 600)) / ROW) + BEYOND);
    const made = [];
    for (let i = first; i < last; i += 1) {
      const row = table.rows[matches[i]];
      const line = make('div', 'cells', ...table.columns.map((column) => cell(column, row)));
      line.style.gridTemplateColumns = table.columns.map((column) => column.width).join(' ');
      line.style.top = `${i * ROW}px`;
      line.setAttribute('role', 'row');
      if (table.open) line.addEventListener('click', () => table.open(row));
      made.push(line);
    }
    byId('rows').replaceChildren(...made);
  }
  function showHead() {
    const table = TABLES[name];
    const head = byId('head');
    head.style.gridTemplateColumns = table.columns.map((column) => column.width).join(' ');
    head.replaceChildren(...table.columns.map((column) => {
      const mark = column === table.sorted ? (table.down ? ' ↓' : ' ↑') : '';
      const button = make('button', '', column.title + mark);
      button.type = 'button';
      button.addEventListener('click', () => {
        table.down = column === table.sorted ? !table.down : Boolean(column.number);
        table.sorted = column;
        list();
      });
      const box = make('span', column.number ? 'number' : '', button);
      box.setAttribute('role', 'columnheader');
      return box;
    }));
  }
  function list() {
    filter();
    showHead();
    byId('rows').style.height = `${matches.length * ROW}px`;
    const scrollbar = byId('list').offsetWidth - byId('list').clientWidth;
    byId('head').style.paddingRight = `calc(.9rem + ${scrollbar}px)`; // the columns stand above those of the rows
    byId('count').textContent = `${matches.length.toLocaleString('en')} of ${TABLES[name].rows.length.toLocaleString('en')} ${name.toLowerCase()}`;
    byId('f-confidence-value').textContent = byId('f-confidence').value;
    showRows();
  }
  function choose(table) {
    name = table;
    for (const tab of document.querySelectorAll('.tabs button')) tab.setAttribute('aria-selected', String(tab.dataset.table === name));
    for (const id of ['f-rule', 'f-confidence']) byId(id).closest('.field').hidden = !TABLES[name].filtered;
    byId('list').scrollTop = 0;
    list();
  }

  // ---- The charts ----
  function bar(share, label, value, className, act) {
    const fill = make('i', className);
    fill.style[label === null ? 'height' : 'width'] = `${Math.max(1, 100 * share)}%`;
    const button = make('button', '', label === null ? null : make('b', '', label), label === null ? fill : make('span', '', fill),
      label === null ? null : make('span', '', value));
    button.type = 'button';
    button.title = `${label === null ? '' : `${label}: `}${value}`;
    button.addEventListener('click', act);
    return button;
  }
  function showCharts() {
    const steps = new Array(10).fill(0);
    for (const f of findings) steps[Math.min(9, Math.floor(f.confidence / 10))] += 1;
    const highest = Math.max(1, ...steps);
    byId('confidence').replaceChildren(...steps.map((n, i) => bar(n / highest, null, `confidence ${10 * i} to ${i === 9 ? 100 : 10 * i + 9}: ${plural(n, 'finding')}`, '',
      () => { byId('f-confidence').value = 10 * i; choose('Findings'); })));
    const rules = [...data.rules].sort((a, b) => b.projects - a.projects).slice(0, 5);
    const most = Math.max(1, ...rules.map((r) => r.projects));
    byId('top-rules').replaceChildren(...rules.map((r) => bar(r.projects / most, r.rule, String(r.projects), '', () => TABLES.Rules.open(r))));
    const outcomes = ['done', 'incomplete', 'failed', 'not run'].map((one) => [one, projects.filter((p) => p.outcome === one).length]);
    byId('outcomes').replaceChildren(...outcomes.map(([one, n]) => bar(n / Math.max(1, projects.length), one, String(n), one.split(' ')[0],
      () => choose(one === 'done' ? 'Projects' : 'Failures'))));
  }

  byId('summary').textContent = `${plural(findings.length, 'finding')} in ${plural(projects.length, 'project')}`;
  byId('origin').textContent = `run ${data.head.run} · version ${data.head.version}${data.head.cut ? ` · only the ${findings.length.toLocaleString('en')} most certain of ${plural(data.head.cut, 'finding')}` : ''}`;
  document.querySelector('.tabs').append(...Object.keys(TABLES).map((table) => {
    const tab = make('button', '', `${table} ${TABLES[table].rows.length.toLocaleString('en')}`);
    tab.type = 'button';
    tab.dataset.table = table;
    tab.setAttribute('role', 'tab');
    tab.addEventListener('click', () => choose(table));
    return tab;
  }));
  byId('f-rule').append(...data.rules.map((r) => make('option', '', r.rule)));
  for (const option of byId('f-rule').options) if (option.textContent !== 'All rules') option.value = option.textContent;
  showCharts();
  choose('Projects');
  let timer = 0;
  byId('filters').addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { byId('list').scrollTop = 0; list(); }, 80); });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('list').addEventListener('scroll', showRows);
  window.addEventListener('resize', showRows);
})();
