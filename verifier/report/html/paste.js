"use strict";
// Says what is going on while the picture comes; the browser itself sends the form, and shows the answer in the frame.
(() => {
  const $ = (id) => document.getElementById(id);
  let asked = false;
  $("form").addEventListener("submit", () => {
    asked = true;
    $("state").textContent = "Judging ...";
    $("judge").disabled = true;
  });
  $("picture").addEventListener("load", () => {
    if (!asked) return;
    $("state").textContent = "";
    $("judge").disabled = false;
  });
  $("form").addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) $("form").requestSubmit();
  });
  document.documentElement.dataset.ready = "yes";
})();
