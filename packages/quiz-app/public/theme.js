// Runs before the first paint, so that a chosen theme does not flash the system's; src/widgets/theme-switch.tsx does the rest.
try {
  var chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.setAttribute('data-theme', chosen)
  // oxlint-disable-next-line no-unused-vars -- ECMAScript 5 has no catch without a name
} catch (refused) {
  // storage is refused: the page follows the system
}
