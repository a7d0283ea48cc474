// Runs before the first paint, so that a chosen theme does not flash the system's; src/widgets/theme-switch.tsx does the rest.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // storage is refused: the page follows the system
}
