// Chooses the theme before the first paint. Written by src/client/theme-choice.ts; classic and blocking on purpose.
;(function () {
  var choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('kaibo:theme')).value
  } catch {}
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
