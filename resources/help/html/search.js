// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
"use strict";

// Finds the sections that have all typed words, in `sections`: [address, page, heading, text].
const field = document.getElementById("page-search");
const hits = document.getElementById("page-hits");
const article = document.querySelector("article");

document.querySelector("#page-contents details").open = matchMedia("(min-width: 901px)").matches;

function rank(section, words) {
  const heading = section[2].toLowerCase();
  if (heading === words.join(" ")) return 0;
  if (words.every((word) => heading.includes(word))) return heading.startsWith(words[0]) ? 1 : 2;
  const titles = section[1].toLowerCase() + " " + heading;
  return words.every((word) => titles.includes(word)) ? 3 : 4;
}

function around(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = Math.max(0, at - 40), to = Math.min(text.length, at + 90);
  return (from > 0 ? "\u2026" : "") + text.slice(from, to).trim() + (to < text.length ? "\u2026" : "");
}

function show() {
  const words = [...new Set(field.value.toLowerCase().split(/\s+/).filter(Boolean))];
  hits.hidden = words.length === 0;
  article.hidden = !hits.hidden;
  hits.replaceChildren();
  if (words.length === 0) return;
  const found = sections
    .filter((section) => words.every((word) => (section[2] + "\n" + section[3]).toLowerCase().includes(word)))
    .sort((a, b) => rank(a, words) - rank(b, words));
  for (const section of found.slice(0, 40)) {
    const link = document.createElement("a");
    link.href = section[0];
    const title = document.createElement("b"), text = document.createElement("span");
    title.textContent = section[1] === section[2] ? section[1] : section[1] + " \u203a " + section[2];
    text.textContent = around(section[3], words[0]);
    link.append(title, text);
    link.addEventListener("click", () => { field.value = ""; show(); });
    hits.append(link);
  }
  if (found.length === 0) hits.textContent = hits.dataset.none;
}

field.addEventListener("input", show);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = hits.querySelector("a");
  if (first) first.click();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { field.value = ""; show(); }
});
show();
