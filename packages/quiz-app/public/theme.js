// Runs before the first paint, so that the page does not flash the system's theme if the user chose another theme.
// src/widgets/theme-switch.tsx changes and stores the choice.
try {
  var chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.setAttribute('data-theme', chosen)
  // oxlint-disable-next-line no-unused-vars -- ECMAScript 5 has no catch without a name
} catch (refused) {
  // If storage is blocked, the page uses the system's theme.
}
