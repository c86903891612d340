// The chosen theme and none other, before anything is drawn.
try {
  const chosen = localStorage.getItem("noughts.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  /* no storage: the system's theme */
}
