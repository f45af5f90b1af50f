"use strict";
(() => {
  const $ = (id) => document.getElementById(id);

  // ---- mathematics: typeset where it comes into view ---------------------------------------------------------------
  const hasMath = typeof katex !== "undefined";
  let typeset = hasMath;
  const refuse = () => { throw new Error("not trusted"); };
  function render(node) {
    if (node.dataset.plain === undefined) node.dataset.plain = node.textContent;
    if (!typeset) { node.textContent = node.dataset.plain; return; }
    try {
      katex.render(node.dataset.tex, node, { throwOnError: true, trust: refuse, maxSize: 20, maxExpand: 200, strict: "error", output: "htmlAndMathml" });
    } catch (error) {
      node.textContent = node.dataset.plain;
      node.dataset.failed = "yes";
    }
  }
  const renderIn = (article) => { for (const node of article.querySelectorAll("[data-tex]")) render(node); };
  const articles = document.querySelectorAll("article");
  const seen = new Set();
  if (hasMath) {
    const watch = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting && !seen.has(entry.target)) { seen.add(entry.target); renderIn(entry.target); }
    }, { rootMargin: "600px" });
    for (const article of articles) watch.observe(article);
    addEventListener("beforeprint", () => { for (const article of articles) renderIn(article); });
    $("math").hidden = false;
    $("math").addEventListener("click", () => {
      typeset = !typeset;
      $("math").setAttribute("aria-pressed", typeset);
      for (const article of seen) renderIn(article);
    });
  }

  // ---- which words a statement quotes --------------------------------------------------------------------------------
  function light(event, on) {
    const quoting = event.target.closest("[data-quote]");
    if (!quoting) return;
    const text = quoting.closest(".step") || quoting.closest("details, article").querySelector(".pair");
    for (const node of text.querySelectorAll(".quote")) {
      if (node.dataset.in.split(" ").includes(quoting.dataset.quote)) node.classList.toggle("lit", on);
    }
  }
  for (const name of ["mouseover", "focusin"]) document.addEventListener(name, (event) => light(event, true));
  for (const name of ["mouseout", "focusout"]) document.addEventListener(name, (event) => light(event, false));

  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  document.documentElement.dataset.ready = "yes";
})();
