// FeedLab report page: everything can be read without this; it adds what a reader can choose.
'use strict';
(() => {
  const root = document.documentElement, $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];

  // theme: follows the system until the reader picks one; drawings take their colours from the style sheet
  const store = { get: k => { try { return localStorage.getItem(k) } catch { return null } }, set: (k, v) => { try { localStorage.setItem(k, v) } catch {} } };
  const dark = matchMedia('(prefers-color-scheme: dark)'), theme = t => { root.dataset.theme = t; $('#theme').textContent = t === 'dark' ? 'Light' : 'Dark'; $('#theme').setAttribute('aria-label', `Use the ${t === 'dark' ? 'light' : 'dark'} theme`) };
  theme(store.get('feedlab-theme') ?? (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', e => store.get('feedlab-theme') ?? theme(e.matches ? 'dark' : 'light'));
  $('#theme').onclick = () => { const t = root.dataset.theme === 'dark' ? 'light' : 'dark'; theme(t); store.set('feedlab-theme', t) };
  $('#print').onclick = () => print();

  // the story: what is for another arm, or of another panel than the picked one, is hidden
  let focus = '-';
  const names = (e, arm) => e.dataset.arms?.split(' ').includes(arm);
  const arm = e => [...e.parentElement.children].some(s => names(s, focus)) ? focus : '-';
  const refresh = () => {
    for (const e of $$('[data-arms], [data-panel]')) {
      const { arms, panel } = e.dataset, pick = panel === undefined ? null : $('select', e.closest('figure'));
      e.hidden = arms !== undefined && !names(e, arm(e)) || pick !== null && panel !== pick.value;
    }
    for (const e of $$('.arm')) e.classList.toggle('off', focus !== '-' && !e.classList.contains('a' + focus));
  };
  for (const b of $$('.chip')) b.onclick = () => {
    focus = focus === b.dataset.arm ? '-' : b.dataset.arm;
    for (const c of $$('.chip')) c.setAttribute('aria-pressed', String(c.dataset.arm === focus));
    refresh();
  };
  for (const s of $$('.pick select')) s.oninput = refresh;

  // rows of a scorecard by a column, the other way round at a second click
  for (const th of $$('th[data-sort]')) {
    const b = document.createElement('button'), body = $('tbody', th.closest('table'));
    b.type = 'button'; b.className = 'sort'; b.textContent = th.textContent; th.replaceChildren(b);
    b.onclick = () => {
      const up = th.getAttribute('aria-sort') !== 'ascending', number = th.dataset.sort === 'number';
      const key = row => { const c = row.cells[th.cellIndex]; return number ? (c.dataset.value === '' ? -Infinity : +c.dataset.value) : c.textContent };
      const rows = [...body.rows].map((row, i) => [key(row), i, row]);
      rows.sort(([a, i], [b, j]) => ((number ? a - b || 0 : a < b ? -1 : a > b ? 1 : 0) || i - j) * (up ? 1 : -1));
      for (const h of $$('th', th.parentNode)) h.removeAttribute('aria-sort');
      th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      $('table', th.closest('details')).classList.add('sorted'); body.append(...rows.map(r => r[2]));
    };
  }

  // tooltips of marks: plain text, moved out of <title> so that the browser does not show it as well
  const tip = $('#tip');
  for (const g of $$('[data-tip]')) { const t = $('title', g); g.dataset.tip = t.textContent; t.remove() }
  addEventListener('pointermove', e => {
    const g = e.target.closest?.('[data-tip]');
    tip.classList.toggle('on', !!g);
    if (!g) return;
    tip.textContent = g.dataset.tip;
    const b = tip.getBoundingClientRect(), x = e.clientX + 14, y = e.clientY + 14;
    tip.style.left = `${Math.max(8, Math.min(x, innerWidth - b.width - 8))}px`; tip.style.top = `${y + b.height > innerHeight - 8 ? e.clientY - b.height - 12 : y}px`;
  }, { passive: true });
  addEventListener('scroll', () => tip.classList.remove('on'), { passive: true });

  // files: the drawing that is shown with the colours of the theme, and the figures of its table
  const cell = v => /[",\r\n]/.test(v) ? `"${v.replace(/"/g, '""')}"` : v;
  const csv = table => [...table.rows].map(r => [...r.cells].map(c => cell(c.textContent)).join(',')).join('\n') + '\n';
  const svg = figure => {
    const css = getComputedStyle(root), drawing = $$('.chart:not([hidden]) svg', figure).find(s => s.getBoundingClientRect().width > 0).cloneNode(true);
    drawing.setAttribute('font-family', css.getPropertyValue('--font').trim());
    return new XMLSerializer().serializeToString(drawing).replace(/var\((--[\w-]+)\)/g, (_, n) => css.getPropertyValue(n).trim());
  };
  for (const b of $$('[data-save]')) b.onclick = () => {
    const figure = b.closest('figure'), isSVG = b.dataset.save.endsWith('.svg'), a = document.createElement('a');
    a.href = URL.createObjectURL(new Blob([isSVG ? svg(figure) : csv($('table', figure))], { type: isSVG ? 'image/svg+xml' : 'text/csv' }));
    a.download = `feedlab-${b.dataset.save}`; a.click(); URL.revokeObjectURL(a.href);
  };

  // paper is light, and a link opens what it points into
  addEventListener('beforeprint', () => { root.dataset.was = root.dataset.theme; root.dataset.theme = 'light' });
  addEventListener('afterprint', () => { root.dataset.theme = root.dataset.was });
  root.dataset.ready = 'yes'; root.dataset.ms = Math.round(performance.now());
})();
