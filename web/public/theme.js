// Runs before the first paint: a theme that was chosen shows at once, without a flash of the other one.
try {
  const theme = JSON.parse(localStorage.getItem('tablier.settings') ?? '{}').theme
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is closed or holds nonsense: the system's theme is used.
}
