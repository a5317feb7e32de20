// Draws the charts that have a specification instead of a drawing, with the library in #library.
(() => {
  const root = document.documentElement, $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];
  const report = JSON.parse($('#report').textContent), views = new Map(), tip = $('#tip');
  // rows travel as columns and values; the charts take objects
  const data = Object.fromEntries(Object.entries(report.data).map(([name, { columns, rows }]) => [name, rows.map(row => Object.fromEntries(columns.map((c, i) => [c, row[i]])))]));

  // tooltips: plain text only, so data can never inject markup
  const show = hidden => (_, event, item, value) => {
    if (value == null || value === '') { tip.classList.remove('on'); return }
    tip.textContent = (typeof value === 'object' ? Object.entries(value) : [['', value]]).filter(([k]) => k !== hidden).map(([k, v]) => `${k} ${v}`).join(' · ');
    tip.classList.add('on');
    const b = tip.getBoundingClientRect(), x = event.clientX + 14, y = event.clientY + 14;
    tip.style.left = `${Math.max(8, Math.min(x, innerWidth - b.width - 8))}px`; tip.style.top = `${y + b.height > innerHeight - 8 ? event.clientY - b.height - 12 : y}px`;
  };
  const draw = async el => {
    const { spec, uses } = report.charts[el.dataset.chart], full = { ...spec, description: el.getAttribute('aria-label'), config: report.config, datasets: Object.fromEntries(uses.map(k => [k, data[k]])) };
    const { view } = await vegaEmbed(el, full, { mode: 'vega-lite', renderer: 'svg', actions: false, defaultStyle: false, ast: true, hover: true, tooltip: show(spec.encoding?.x?.field) });
    views.set(el.dataset.chart, view);
    const svg = $('svg', el); svg.setAttribute('aria-hidden', 'true'); svg.setAttribute('focusable', 'false');
  };
  const signal = (chart, name, value) => { const v = views.get(chart); try { v?.signal(name, value).runAsync() } catch { /* the chart has no such signal */ } };

  const start = async () => {
    if (typeof vegaEmbed === 'undefined') { for (const el of $$('[data-chart]')) { el.classList.add('off'); el.removeAttribute('role'); $('details', el.closest('figure')).open = true } root.dataset.ready = 'tables'; return }
    for (const el of $$('[data-chart]')) try { await draw(el) } catch (e) { el.classList.add('off'); $('details', el.closest('figure')).open = true; console.error(el.dataset.chart, e) }
    for (const s of $$('[data-signal]')) { const [c, n] = s.dataset.signal.split('.'); s.oninput = () => signal(c, n, s.type === 'range' ? +s.value : s.value) }
    for (const b of $$('[data-save$=svg]')) if (views.has(b.dataset.save.slice(0, -4))) b.onclick = async () => {
      const css = getComputedStyle(root), text = (await views.get(b.dataset.save.slice(0, -4)).toSVG()).replace(/var\((--[\w-]+)\)/g, (_, n) => css.getPropertyValue(n).trim()), a = document.createElement('a');
      a.href = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })); a.download = `feedlab-${b.dataset.save}`; a.click(); URL.revokeObjectURL(a.href);
    };
    root.dataset.ready = 'charts';
  };
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
