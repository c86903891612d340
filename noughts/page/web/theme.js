// The chosen theme and none other, before anything is drawn.
try {
  const chosen = localStorage.getItem("noughts.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  /* no storage: the system's theme */
}
// Inside another page, ?embed=1, there is no frame around it.
if (new URLSearchParams(location.search).has("embed"))
  document.documentElement.classList.add("embed");
