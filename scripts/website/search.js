// Searches the index of the pages, which is a script beside this one, so that it works from a folder too.
const form = document.querySelector("form[role=search]");
const field = form.querySelector("input");
const list = form.querySelector(".results");
const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
let sections;

// A phone's list of pages begins closed.
if (matchMedia("(max-width: 52rem)").matches) document.querySelector(".menu").open = false;

function load() {
  sections ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = form.dataset.root + "search-index.js";
    script.onload = () =>
      done(window.feedlabIndex.map(([title, heading, url, text]) => ({
        title, heading, url, text, names: folded(`${title} ${heading}`), body: folded(text),
      })));
    document.head.append(script);
  });
  return sections;
}

/** A section's score: every word must occur, and counts most in a title or heading, at the start of a word. */
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const inName = section.names.indexOf(word), inBody = section.body.indexOf(word);
    if (inName < 0 && inBody < 0) return 0;
    const starts = inName === 0 || /\W/.test(section.names[inName - 1] ?? "");
    sum += inName >= 0 ? (starts ? 12 : 6) : 1 + 200 / (200 + inBody);
  }
  return sum;
}

function excerpt(section, word) {
  const from = Math.max(0, section.body.indexOf(word) - 50);
  return (from ? "… " : "") + section.text.slice(from, from + 150);
}

async function search() {
  const words = folded(field.value).split(/\s+/).filter((word) => word.length > 1);
  const all = await load();
  const found = words.length
    ? all.map((section) => [score(section, words), section]).filter(([points]) => points > 0)
    : [];
  found.sort((a, b) => b[0] - a[0]);
  list.replaceChildren(...found.slice(0, 12).map(([, section]) => {
    const link = document.createElement("a"), words_ = document.createElement("small");
    link.href = form.dataset.root + section.url;
    link.textContent = section.heading && section.heading !== section.title
      ? `${section.title}: ${section.heading}` : section.title;
    words_.textContent = excerpt(section, words[0]);
    link.append(words_);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  if (words.length && !found.length) list.append(Object.assign(document.createElement("li"), { textContent: "Nothing found" }));
  list.hidden = !words.length;
}

field.addEventListener("focus", load);
field.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
  if (event.key === "Escape") list.hidden = true;
  else if (event.key === "/" && document.activeElement === document.body) field.focus(), event.preventDefault();
  else if (event.key === "ArrowDown" && !list.hidden) links[Math.min(at + 1, links.length - 1)]?.focus(), event.preventDefault();
  else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? field).focus(), event.preventDefault();
});
addEventListener("click", (event) => { if (!form.contains(event.target)) list.hidden = true; });
