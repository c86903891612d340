// Sets the chosen theme before anything is drawn.
try {
  const chosen = localStorage.getItem("noughts.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  /* no storage: the system's theme */
}
// ?embed=1 hides the header and footer, for use inside another page.
if (new URLSearchParams(location.search).has("embed"))
  document.documentElement.classList.add("embed");
