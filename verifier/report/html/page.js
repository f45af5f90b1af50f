"use strict";
// Everything that stands in a record reaches the page by textContent alone.
(() => {
  const $ = (id) => document.getElementById(id);
  const overview = JSON.parse($("overview-data").textContent);
  const lines = $("chains-data").textContent.split("\n").filter((line) => line);
  const index = overview.index;
  const SIGN = { proved: "✓", refuted: "✗", unknown: "?", set: "◇" };
  const STEP = { correct: "✓", checked: "○", incorrect: "✗", estimated: "~", unjudged: "·" };
  const STANDING = ["refuted", "unknown", "proved", "set"];
  const HEIGHT = 58;
  const PRINTED = 40;
  const opened = new Map();

  const el = (tag, kind, text, inside) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    if (text !== undefined && text !== null) made.append(...visible(String(text)));
    if (inside) made.append(...inside);
    return made;
  };

  // What cannot be seen, or turns the text around it, is shown by its code point.
  const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
  function visible(text) {
    if (!HIDDEN.test(text)) return [document.createTextNode(text)];
    const parts = [];
    let plain = "";
    for (const char of text) {
      if (!HIDDEN.test(char) || char === "\n" || char === "\t" || char === "\r") { plain += char; continue; }
      if (plain) parts.push(document.createTextNode(plain));
      plain = "";
      const code = document.createElement("span");
      code.className = "vf-strange";
      code.textContent = "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      parts.push(code);
    }
    if (plain) parts.push(document.createTextNode(plain));
    return parts;
  }

  // ---- mathematics -------------------------------------------------------------------------------------------
  const hasMath = typeof katex !== "undefined";
  let typeset = true;
  // Commands that hide, move, colour or redefine: a formula with one stays as it is written.
  const MASKS = ["phantom", "color", "lap", "kern", "skip", "space", "smash", "raise", "def", "let", "newcommand", "renewcommand", "providecommand", "html", "href", "url", "includegraphics", "rule", "cancel", "sout", "tiny", "scriptsize", "char"];
  const masks = (source) => source.split("\\").slice(1).some((part) => {
    const name = part.slice(0, 20).toLowerCase();
    return MASKS.some((mask) => name.includes(mask) && /^[a-z]*/.exec(name)[0].includes(mask));
  });
  const refuse = () => { throw new Error("not trusted"); };
  function mathInto(node, source, display) {
    if (masks(source)) return false;
    try {
      katex.render(source, node, { displayMode: display, throwOnError: true, trust: refuse, maxSize: 20, maxExpand: 200, strict: "ignore", output: "htmlAndMathml" });
      return true;
    } catch (error) {
      return false;
    }
  }

  // The places of $...$, $$...$$, \(...\) and \[...\], in code points: [start, end, inner start, inner end, display].
  function formulas(chars) {
    const found = [];
    const at = (i, what) => what.every((char, j) => chars[i + j] === char);
    let i = 0;
    while (i < chars.length) {
      let close = null;
      let display = false;
      if (at(i, ["\\", "("])) close = ["\\", ")"];
      else if (at(i, ["\\", "["])) { close = ["\\", "]"]; display = true; }
      else if (at(i, ["\\"])) { i += 2; continue; }
      else if (at(i, ["$", "$"])) { close = ["$", "$"]; display = true; }
      else if (chars[i] === "$" && !/\s/.test(chars[i + 1] ?? " ")) close = ["$"];
      if (!close) { i += 1; continue; }
      const open = close.length;
      let j = i + open;
      while (j < chars.length && j - i < 2000 && !at(j, close)) j += chars[j] === "\\" && !at(j, close) ? 2 : 1;
      const money = open === 1 && (/\s/.test(chars[j - 1] ?? " ") || /\d/.test(chars[j + 1] ?? ""));
      if (j >= chars.length || !at(j, close) || j === i + open || money) { i += open; continue; }
      found.push([i, j + open, i + open, j, display]);
      i = j + open;
    }
    return found;
  }

  // ---- a step's text, with its claims underlined in place --------------------------------------------------------
  function paint(into, text, claims, unread, places) {
    const chars = Array.from(text);
    const looks = new Array(chars.length).fill("");
    if (typeset) for (const [start, end, look] of places) for (let i = start; i < end; i += 1) looks[i] += ` vf-${look}`;
    const covers = new Array(chars.length).fill(null);
    for (const [start, end] of unread) covers.fill(-1, start, end);
    const order = claims.map((_, i) => i).sort((a, b) => STANDING.indexOf(claims[b].state) - STANDING.indexOf(claims[a].state));
    for (const i of order) covers.fill(i, claims[i].span[0], claims[i].span[1]);
    const math = typeset && hasMath ? formulas(chars) : [];
    let at = 0;
    for (const [start, end, from, to, display] of math) {
      const node = document.createElement("span");
      if (!mathInto(node, chars.slice(from, to).join(""), display)) continue;
      runs(into, chars, covers, looks, at, start, claims);
      const cover = covers.slice(start, end).filter((c) => c !== null && c >= 0)
        .sort((a, b) => STANDING.indexOf(claims[a].state) - STANDING.indexOf(claims[b].state))[0];
      node.className = "vf-math";
      if (cover !== undefined) marked(node, claims[cover]);
      if (covers.slice(start, end).includes(-1)) node.classList.add("vf-unread"); // in part: as written shows which
      into.append(node);
      at = end;
    }
    runs(into, chars, covers, looks, at, chars.length, claims);
  }

  function runs(into, chars, covers, looks, start, end, claims) {
    let from = start;
    for (let i = start + 1; i <= end; i += 1) {
      if (i < end && covers[i] === covers[from] && looks[i] === looks[from]) continue;
      const cover = covers[from];
      const look = looks[from].trim();
      const part = chars.slice(from, i).join("");
      if (!look.includes("vf-hidden")) {
        if (cover === null) into.append(...(look ? [el("span", look, part)] : visible(part)));
        else if (cover === -1) into.append(el("span", `vf-unread ${look}`.trim(), part));
        else { const mark = el("span", look, part); marked(mark, claims[cover]); into.append(mark); }
      }
      from = i;
    }
  }

  function marked(node, claim) {
    node.className += ` vf-mark vf-${claim.state}`;
    node.dataset.claim = claim.id;
    node.tabIndex = 0;
    node.setAttribute("role", "button");
    node.title = `${SIGN[claim.state]} ${claim.why}`.slice(0, 400);
  }

  // ---- a claim: its line, and all that its certificate says ----------------------------------------------------
  function claimNode(claim) {
    const node = el("details", `vf-claim vf-${claim.state}`);
    node.dataset.claim = claim.id;
    const role = claim.role === "asserted" ? "" : ` (${claim.role})`;
    node.append(el("summary", "", null, [el("span", "vf-sign", SIGN[claim.state]), ...(claim.by ? [el("small", "", `${claim.by} `)] : []), saidNode(claim), document.createTextNode(role + ": "), ...visible(claim.why)]));
    node.addEventListener("toggle", () => { if (node.open && !node.querySelector("dl")) node.append(certificate(claim)); });
    return node;
  }

  // A claim as it is written in the text, a formula typeset; a statement of a translation as it is read.
  function saidNode(claim) {
    const node = el("b", "vf-math");
    const isFormula = claim.quotes || /[=<>≤≥≠≈\\]/.test(claim.text);
    if (typeset && hasMath && isFormula && claim.latex && mathInto(node, claim.latex, false)) return node;
    return el("b", "", claim.quotes ? claim.said : claim.text.replace(/\s+/g, " ").trim());
  }

  function certificate(claim) {
    const list = el("dl");
    const add = (name, ...parts) => list.append(el("dt", "", name), el("dd", "", null, parts));
    add("as written", el("span", "", claim.text));
    if (claim.latex && hasMath) {
      const node = el("span", "vf-math");
      if (mathInto(node, claim.latex, false)) add("as read", node);
    } else if (claim.checker) add("as read", el("span", "", claim.said));
    for (const one of claim.alarm ?? (claim.checker ? [claim] : [])) shownBy(add, one, claim);
    if (claim.rests.length) add("rests on", ...claim.rests.map((id) => link(id, claim)));
    if (claim.assumes.length) add("assumes", el("span", "", claim.assumes.join(", ") + ": stated or supposed, not proved"));
    if (!claim.checker) add("not decided", el("span", "", claim.why));
    return list;
  }

  function shownBy(add, one, claim) {
    add(one.shows === "true" ? "proof" : "refutation", el("span", "", `checked by ${one.checker}, version ${one.version}` + (one.toolchain ? `, ${one.toolchain}` : "") + (claim.engine ? `; found by ${claim.engine}` : "")));
    if (one.run) add("the run", runTable(one));
    if (one.point.length) add(one.shows === "false" ? "counterexample" : "at the point", el("span", "", one.point.map(([name, value]) => `${name} = ${value}`).join(", ")));
    if (one.sides) { add("left side", el("span", "", one.sides[0])); add("right side", el("span", "", one.sides[1])); }
    else for (const value of one.values) add("value", el("span", "", value));
    for (const [id, text] of one.premises) add("premise", el("span", "", `${text}, ${id}`));
    if (one.given.length) add("given that", el("span", "", one.given.join(", ")));
    if (one.rounded) add("rounding", el("span", "", "holds as rounded to the last place shown"));
    if (one.axioms.length) add("axioms", el("span", "", one.axioms.join(", ")));
    if (one.lean) add("Lean", leanNode(one.lean));
    if (one.data !== "{}") add("proof data", el("pre", "", one.data));
  }

  // The program with its line, and the variables there: the one that the step has wrong is marked.
  function runTable(one) {
    const box = el("div", "vf-run");
    const code = el("pre");
    one.run.program.split("\n").forEach((text, i) => {
      code.append(el(i + 1 === one.run.line ? "b" : "span", "", `${String(i + 1).padStart(3)}  ${text}\n`));
    });
    const table = el("table");
    table.append(el("caption", "", `variables ${one.run.at}`));
    for (const [name, value, wrong] of one.run.names) {
      const row = el("tr", wrong ? "vf-wrong" : "");
      row.append(el("th", "", name), el("td", "", (wrong ? "✗ " : "") + value));
      table.append(row);
    }
    box.append(code, table);
    return box;
  }

  function leanNode(source) {
    const button = el("button", "", "Copy");
    button.type = "button";
    const code = el("pre", "", source);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(source);
        button.textContent = "Copied";
      } catch (error) { // a page from a file may have no clipboard: the text is selected instead
        getSelection().selectAllChildren(code);
        button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
      }
    });
    return el("div", "lean", null, [code, button]);
  }

  function link(id, claim) {
    const premise = (claim.premises ?? []).find(([name]) => name === id);
    const node = el("button", "", id);
    node.type = "button";
    node.title = premise ? premise[1] : "";
    node.addEventListener("click", () => {
      const there = marksOf(id)[0] ?? (id.startsWith("p") ? $("chain").querySelector(".vf-problem") : null);
      if (there) { there.scrollIntoView({ block: "center" }); if (there.tabIndex >= 0) there.focus(); }
    });
    return node;
  }

  const base = (id) => id.split("/")[0];
  const marksOf = (id) => [...$("chain").querySelectorAll(".vf-mark")].filter((node) => node.dataset.claim === id || node.dataset.claim === base(id));

  // What the claim under the pointer rests on, else the claim that has the focus.
  let under = null;
  function glow() {
    for (const node of $("chain").querySelectorAll(".vf-rested")) node.classList.remove("vf-rested");
    const id = under ?? claimAt(document.activeElement)?.dataset.claim;
    const claim = id === undefined || current === null ? null : claimsOf(current).find((one) => one.id === id);
    for (const rest of claim ? claim.rests : []) {
      for (const node of marksOf(rest)) node.classList.add("vf-rested");
      if (rest.startsWith("p")) $("chain").querySelector(".vf-problem")?.classList.add("vf-rested");
    }
  }

  // ---- a chain -----------------------------------------------------------------------------------------------
  function chainOf(number) {
    if (!opened.has(number)) opened.set(number, JSON.parse(lines[number]));
    return opened.get(number);
  }
  const claimsOf = (number) => (chainOf(number).steps ?? []).flatMap((step) => step.claims);

  function chainNodes(number) {
    const chain = chainOf(number);
    const nodes = [el("h2", "", index[number].name)];
    if (chain.error !== undefined) return [...nodes, el("p", "vf-alarm", chain.error)];
    const problem = el("div", "vf-problem", null, [el("b", "", "Problem")]);
    paint(problem, chain.problem, [], [], chain.looks);
    if (chain.answer !== null) problem.append(el("div", "vf-note", `Reference answer: ${chain.answer}`));
    for (const finding of chain.findings) problem.append(el("div", "vf-note", `! ${finding.text}`));
    nodes.push(problem, ...chain.translations.flatMap(translationNodes));
    for (const step of chain.steps) {
      const text = el("div", "vf-text");
      paint(text, step.text, step.claims, step.unread, step.looks);
      const tag = el("div", "vf-tag", null, [el("i", "", step.index), document.createTextNode(`${STEP[step.state]} ${step.word}`)]);
      const node = el("section", `vf-step vf-${step.state}`, null, [tag, text]);
      const score = step.score !== null && step.state !== "estimated" ? `, score ${step.score.toFixed(2)}` : "";
      node.setAttribute("aria-label", `step ${step.index}: ${step.word}${score}`);
      if (step.claims.length) node.append(el("div", "vf-claims", null, step.claims.map(claimNode)));
      for (const said of step.notes) node.append(el("div", "vf-note", `! ${said}`));
      for (const finding of step.findings) node.append(el("div", "vf-note", `! ${finding.text} (evidence only)`));
      if (step.repair !== null) node.append(repairNode(step));
      nodes.push(node);
    }
    nodes.push(el("p", "vf-end", chain.end));
    for (const step of chain.steps) for (const said of step.excused) nodes.push(el("p", "vf-end", `Look at step ${step.index}: ${said}`));
    if (chain.final !== null) nodes.push(el("p", "vf-end", chain.final.line));
    if (chain.repair !== null) nodes.push(el("p", "vf-end", `Repair: ${chain.repair.state}. ${chain.repair.answers.join(". ")}`));
    if (chain.alarm !== null) nodes.push(el("p", "vf-alarm", `ALARM: ${chain.alarm}`));
    const made = Object.entries(chain.versions).map(([name, said]) => `${name} ${said}`).join(", ");
    if (made) nodes.push(el("p", "vf-note", `Judged by ${made}`));
    return nodes;
  }

  // What a translation says of the problem: names, facts, and what is asked.
  function translationNodes(one) {
    const rows = one.rows.map(([label, words, text, tex]) => {
      const said = el("td", "vf-math");
      if (!(typeset && hasMath && tex && mathInto(said, tex, false))) said.append(...visible(text));
      return el("tr", "", null, [el("th", "", label), el("td", "", words), said]);
    });
    const table = el("details", "vf-translation", null, [el("summary", "", one.title), el("table", "vf-rows", null, rows)]);
    return one.aside === null ? [table] : [el("p", "vf-note", `! ${one.aside}`), table];
  }

  // A step as it was and as it is, with what proves it then.
  function repairNode(step) {
    const repair = step.repair;
    const chars = Array.from(step.text);
    const text = el("div", "vf-text");
    let at = 0;
    for (const [start, end, put] of repair.changes) {
      text.append(...visible(chars.slice(at, start).join("")));
      if (end > start) text.append(el("del", "", chars.slice(start, end).join("")));
      if (put) text.append(el("ins", "", put));
      at = end;
    }
    text.append(...visible(chars.slice(at).join("")));
    const node = el("div", "vf-repair", null, [el("b", "", `As repaired: ${STEP[repair.state]} ${repair.word}`)]);
    if (repair.changes.length) node.append(text);
    for (const said of repair.mends) node.append(el("div", "vf-note", said));
    for (const said of repair.stuck) node.append(el("div", "vf-note", `Not repaired: ${said}`));
    if (repair.changes.length && repair.claims.length) node.append(el("div", "vf-claims", null, repair.claims.map(claimNode)));
    return node;
  }

  let current = null;
  function open(number, focus) {
    current = number;
    const back = el("button", "back", "← Back to the list");
    back.type = "button";
    back.addEventListener("click", close);
    $("chain").replaceChildren(back, ...chainNodes(number));
    $("chain").scrollTop = 0;
    document.body.classList.toggle("opened", focus);
    if (focus) $("chain").focus({ preventScroll: true });
    history.replaceState(null, "", `#chain-${number}`);
    select(places.indexOf(number));
  }
  function close() {
    document.body.classList.remove("opened");
    $("list").focus();
  }

  const claimAt = (target) => target.closest?.("[data-claim]");
  $("chain").addEventListener("mouseover", (e) => { under = claimAt(e.target)?.dataset.claim ?? null; glow(); });
  $("chain").addEventListener("mouseleave", () => { under = null; glow(); });
  $("chain").addEventListener("focusin", (e) => { under = claimAt(e.target)?.dataset.claim ?? null; glow(); });
  function unfold(mark) {
    const details = [...$("chain").querySelectorAll("details")].find((node) => node.dataset.claim === mark.dataset.claim);
    if (!details) return;
    details.open = !details.open;
    if (details.open) details.scrollIntoView({ block: "nearest" });
  }
  $("chain").addEventListener("click", (e) => { const mark = e.target.closest(".vf-mark"); if (mark) unfold(mark); });
  $("chain").addEventListener("keydown", (e) => {
    if ((e.key === "Enter" || e.key === " ") && e.target.classList.contains("vf-mark")) { e.preventDefault(); e.stopPropagation(); unfold(e.target); }
  });

  // ---- the list: only the rows in sight are made -----------------------------------------------------------------
  let places = [];
  let chosen = 0;
  function draw() {
    const list = $("list");
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 4);
    const last = Math.min(places.length, Math.ceil((list.scrollTop + list.clientHeight) / HEIGHT) + 4);
    $("rows").style.height = `${places.length * HEIGHT}px`;
    $("rows").replaceChildren(...places.slice(first, last).map((number, i) => rowNode(number, first + i)));
  }
  function rowNode(number, place) {
    const row = index[number];
    const node = el("div", "row", null, [el("b", "", null, [el("em", row.tone, row.verdict), ...visible(row.name)]), el("span", "", row.problem)]);
    node.style.top = `${place * HEIGHT}px`;
    node.id = `row-${number}`;
    node.setAttribute("role", "option");
    node.setAttribute("aria-selected", place === chosen);
    node.setAttribute("aria-posinset", place + 1);
    node.setAttribute("aria-setsize", places.length);
    node.addEventListener("click", () => open(number, true));
    return node;
  }
  function select(place) {
    if (!places.length || place < 0) return draw();
    chosen = Math.min(place, places.length - 1);
    const list = $("list");
    const top = chosen * HEIGHT;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    draw();
    list.setAttribute("aria-activedescendant", `row-${places[chosen]}`);
  }

  const pressed = new Set();
  let hay = null;
  function filter() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter((word) => word);
    if (words.length && !hay) {
      hay = lines.map((line, number) => {
        const chain = JSON.parse(line);
        return [index[number].name, chain.problem ?? "", chain.error ?? "", ...(chain.steps ?? []).map((step) => step.text)].join("\n").toLowerCase();
      });
    }
    places = index.map((_, i) => i).filter((i) =>
      [...pressed].every((name) => index[i][name]) && words.every((word) => hay[i].includes(word)));
    $("shown").textContent = `${places.length.toLocaleString("en")} of ${index.length.toLocaleString("en")} chains`;
    chosen = 0;
    $("list").scrollTop = 0;
    select(Math.max(0, places.indexOf(current)));
  }
  for (const [name, label, count] of overview.filters) {
    const button = el("button", "", `${label} ${count.toLocaleString("en")}`);
    button.type = "button";
    button.dataset.filter = name;
    button.setAttribute("aria-pressed", "false");
    button.disabled = !count;
    button.addEventListener("click", () => {
      if (!pressed.delete(name)) pressed.add(name);
      button.setAttribute("aria-pressed", pressed.has(name));
      filter();
    });
    $("filters").append(button);
  }
  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
  $("list").addEventListener("scroll", () => requestAnimationFrame(draw));
  addEventListener("resize", draw);

  // ---- the overview --------------------------------------------------------------------------------------------
  function overviewNodes() {
    const bar = el("div", "share");
    const key = el("div", "key");
    for (const [state, label, count, share] of overview.steps) {
      const part = el("span", `of-${state}`);
      part.style.flex = `${count} 0 0`;
      part.title = `${label}: ${count}`;
      if (count) bar.append(part);
      key.append(el("span", "", null, [el("span", `swatch of-${state}`), document.createTextNode(`${STEP[state]} ${label} `), el("b", "", count.toLocaleString("en")), document.createTextNode(` (${share})`)]));
    }
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", "shares of steps");
    const head = el("div", "card wide", null, [el("h2", "", overview.heading), bar, key]);
    for (const remark of overview.remarks) head.append(el("p", remark.startsWith("ALARM") ? "vf-alarm" : "", remark));
    const more = el("details", "", null, [el("summary", "", "Figures: by role, kind, engine and reason"), el("div", "cards", null, overview.tables.map(tableNode))]);
    more.open = matchMedia("(min-width: 761px)").matches;
    $("overview").append(head, more);
    const alarms = overview.remarks.filter((remark) => remark.startsWith("ALARM"));
    $("alarm").append(...visible(alarms.join(" ")));
    $("alarm").hidden = !alarms.length;
  }
  function tableNode(table) {
    const rows = table.rows.map((row) => el("tr", "", null, row.map((cell) => cellNode(cell))));
    const top = el("tr", "", null, table.columns.map((name) => el("th", "", name)));
    const card = el("div", "card", null, [el("h2", "", table.title), el("table", "", null, [top, ...rows])]);
    if (table.note) card.append(el("p", "", table.note));
    return card;
  }
  function cellNode(cell) {
    if (typeof cell !== "object") return el("td", "", typeof cell === "number" ? cell.toLocaleString("en") : cell);
    const fill = el("span"), mark = el("i"), meter = el("span", "meter");
    fill.style.width = `${100 * cell.filled}%`;
    meter.append(fill);
    if (cell.mark !== undefined) { mark.style.left = `${100 * cell.mark}%`; meter.append(mark); }
    return el("td", "", null, [meter]);
  }

  // ---- keys, theme, print --------------------------------------------------------------------------------------
  const keys = {
    j: () => { select(chosen + 1); if (places.length) open(places[chosen], false); },
    k: () => { select(Math.max(0, chosen - 1)); if (places.length) open(places[chosen], false); },
    Enter: () => { if (places.length) open(places[chosen], true); },
    "/": () => { document.body.classList.remove("opened"); $("search").focus(); $("search").select(); },
    Escape: close,
    n: () => step(1),
    p: () => step(-1),
    f: () => $("figures").click(),
    d: () => $("theme").click(),
    t: () => $("math").click(),
    "?": () => $("help").click(),
  };
  function step(by) {
    const marks = [...$("chain").querySelectorAll(".vf-mark")];
    if (!marks.length) return;
    const here = marks.indexOf(document.activeElement);
    const next = marks[here < 0 ? (by > 0 ? 0 : marks.length - 1) : (here + by + marks.length) % marks.length];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key]) return;
    const typing = e.target === $("search");
    if (typing && !["Enter", "Escape"].includes(e.key)) return;
    if (e.key === "Enter" && !typing && e.target.closest("button, summary, a")) return;
    e.preventDefault();
    if (typing && e.key === "Enter") { clearTimeout(waiting); filter(); }
    keys[e.key]();
  });
  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  $("figures").addEventListener("click", () => $("overview").scrollIntoView());
  $("help").addEventListener("click", () => {
    $("keys").hidden = !$("keys").hidden;
    $("help").setAttribute("aria-expanded", !$("keys").hidden);
  });
  $("math").addEventListener("click", () => {
    typeset = !typeset;
    $("math").setAttribute("aria-pressed", typeset);
    if (current !== null) $("chain").replaceChildren($("chain").firstChild, ...chainNodes(current));
  });
  addEventListener("beforeprint", () => {
    const wanted = places.length <= PRINTED ? places : current === null ? [] : [current];
    $("paper").replaceChildren(...wanted.map((number) => el("section", "", null, chainNodes(number))));
    if (places.length > PRINTED) $("paper").append(el("p", "empty", `Printed: the open chain. Filter the list to at most ${PRINTED} chains to print them all.`));
  });
  addEventListener("afterprint", () => $("paper").replaceChildren());

  // ---- begin ---------------------------------------------------------------------------------------------------
  $("source").append(...visible([overview.source, overview.heading].filter((part) => part).join(": ")));
  overviewNodes();
  for (const said of overview.legend) $("legend").append(el("span", "", said));
  filter();
  const asked = /^#chain-(\d{1,9})$/.exec(location.hash);
  const start = asked && Number(asked[1]) < index.length ? Number(asked[1]) : 0;
  if (index.length) open(start, Boolean(asked));
  document.documentElement.dataset.ready = "yes";
})();
