// FeedLab report page: draws every chart from the embedded specs and wires the page's few controls.
'use strict';
(() => {
  const root = document.documentElement, $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];
  const report = JSON.parse($('#report').textContent), views = new Map(), tip = $('#tip');
  // rows travel as columns and values; the charts take objects
  const data = Object.fromEntries(Object.entries(report.data).map(([name, { columns, rows }]) => [name, rows.map(row => Object.fromEntries(columns.map((c, i) => [c, row[i]])))]));

  // theme: follows the system until the reader picks one; charts need no redraw, their colours are CSS variables
  const store = { get: k => { try { return localStorage.getItem(k) } catch { return null } }, set: (k, v) => { try { localStorage.setItem(k, v) } catch {} } };
  const dark = matchMedia('(prefers-color-scheme: dark)'), theme = t => { root.dataset.theme = t; $('#theme').textContent = t === 'dark' ? 'Light' : 'Dark'; $('#theme').setAttribute('aria-label', `Use the ${t === 'dark' ? 'light' : 'dark'} theme`) };
  theme(store.get('feedlab-theme') ?? (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', e => store.get('feedlab-theme') ?? theme(e.matches ? 'dark' : 'light'));
  $('#theme').onclick = () => { const t = root.dataset.theme === 'dark' ? 'light' : 'dark'; theme(t); store.set('feedlab-theme', t) };
  $('#print').onclick = () => print();

  // tooltips: plain text only, so data can never inject markup
  const show = hidden => (_, event, item, value) => {
    if (value == null || value === '') { tip.classList.remove('on'); return }
    const t = document.createElement('table');
    for (const [k, v] of typeof value === 'object' ? Object.entries(value) : [['', value]]) {
      if (k === hidden) continue;
      const r = t.insertRow(), h = document.createElement('th'); h.textContent = k; r.append(h); r.insertCell().textContent = String(v);
    }
    tip.replaceChildren(t); tip.classList.add('on');
    const b = tip.getBoundingClientRect(), x = event.clientX + 14, y = event.clientY + 14;
    tip.style.left = `${Math.max(8, Math.min(x, innerWidth - b.width - 8))}px`; tip.style.top = `${y + b.height > innerHeight - 8 ? event.clientY - b.height - 12 : y}px`;
  };
  addEventListener('scroll', () => tip.classList.remove('on'), { passive: true });

  const draw = async el => {
    const { spec, uses } = report.charts[el.dataset.chart], full = { ...spec, description: el.getAttribute('aria-label'), config: report.config, datasets: Object.fromEntries(uses.map(k => [k, data[k]])) };
    const { view } = await vegaEmbed(el, full, { mode: 'vega-lite', renderer: 'svg', actions: false, defaultStyle: false, ast: true, hover: true, tooltip: show(spec.encoding?.x?.field) });
    views.set(el.dataset.chart, view);
    const svg = $('svg', el); svg.setAttribute('aria-hidden', 'true'); svg.setAttribute('focusable', 'false');
  };
  const signal = (chart, name, value) => { const v = views.get(chart); try { v?.signal(name, value).runAsync() } catch { /* the chart has no such signal */ } };

  const start = async () => {
    if (typeof vegaEmbed === 'undefined') { for (const el of $$('[data-chart]')) { el.classList.add('off'); el.removeAttribute('role') } for (const d of $$('.card details')) d.open = true; root.dataset.ready = 'tables'; return }
    for (const el of $$('[data-chart]')) try { await draw(el) } catch (e) { el.classList.add('off'); $('details', el.closest('figure')).open = true; console.error(el.dataset.chart, e) }
    for (const b of $$('.chip')) b.onclick = () => {
      const on = b.getAttribute('aria-pressed') !== 'true';
      for (const c of $$('.chip')) c.setAttribute('aria-pressed', String(c === b && on));
      for (const k of views.keys()) signal(k, 'focus', on ? b.dataset.ranker : null);
    };
    for (const s of $$('[data-signal]')) { const [c, n] = s.dataset.signal.split('.'), f = () => { signal(c, n, s.type === 'range' ? +s.value : s.value); const o = s.selectedOptions?.[0]; if (o?.dataset.format) signal(c, 'numberFormat', o.dataset.format); if (o?.dataset.height) views.get(c)?.height(+o.dataset.height).runAsync(); if (o?.dataset.title) $(`#${c}-t`).textContent = o.dataset.title }; s.oninput = f }
    for (const b of $$('[data-save]')) b.onclick = async () => {
      const [k, kind] = b.dataset.save.split('.'), css = getComputedStyle(root);
      const text = kind === 'svg' ? (await views.get(k).toSVG()).replace(/var\((--[\w-]+)\)/g, (_, n) => css.getPropertyValue(n).trim()) : csv(report.data[report.charts[k].uses[0]]);
      const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob([text], { type: kind === 'svg' ? 'image/svg+xml' : 'text/csv' })); a.download = `feedlab-${k}.${kind}`; a.click(); URL.revokeObjectURL(a.href);
    };
    root.dataset.ready = 'charts'; root.dataset.ms = Math.round(performance.now());
  };
  const cell = v => v === null ? '' : /[",\r\n]/.test(v) ? `"${String(v).replace(/"/g, '""')}"` : v;
  const csv = ({ columns, rows }) => [columns, ...rows].map(r => r.map(cell).join(',')).join('\n') + '\n';

  // print: light colours, data tables closed as the reader left them, charts laid out for the paper's width
  addEventListener('beforeprint', () => { root.dataset.was = root.dataset.theme; root.dataset.theme = 'light' });
  addEventListener('afterprint', () => { root.dataset.theme = root.dataset.was });
  // the chart library travels gzipped and base64-coded in #library, so that the page paints before it is unpacked
  (async () => {
    const lib = $('#library');
    if (lib && typeof DecompressionStream === 'function') try {
      const bytes = Uint8Array.from(atob(lib.textContent.trim()), c => c.charCodeAt(0));
      const code = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
      const tag = document.createElement('script'); tag.textContent = code; document.head.append(tag);
    } catch (e) { console.error('chart library', e) }
    await start();
  })();
})();
