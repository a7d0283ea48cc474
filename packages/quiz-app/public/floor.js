// Says so in words when the browser is older than the app can use, or when the app did not start: nobody should look at
// a blank page or an endless spinner. Any browser must be able to run this file, so it is written in ECMAScript 5.
// The probes are the youngest things of Chrome 99, Firefox 104 and Safari 16.0; e2e/engines/floor.spec.ts keeps them in
// step with what the app uses. The texts are in index.html.
;(function () {
  var hasFailed = false

  // @noble/hashes calls it while it is loaded, so it cannot wait for the app's own scripts.
  if (!('hasOwn' in Object)) {
    Object.hasOwn = function (object, name) {
      return Object.prototype.hasOwnProperty.call(object, name)
    }
  }

  function isTooOld() {
    return !(
      'noModule' in document.createElement('script') &&
      'CSSLayerBlockRule' in window &&
      'findLast' in Array.prototype &&
      CSS.supports('overscroll-behavior', 'contain')
    )
  }

  function show(id) {
    var style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = '/floor.css'
    document.head.appendChild(style)
    document.getElementById(id).removeAttribute('hidden')
  }

  // Scripts that cannot be loaded, parsed or run; those report in the capturing phase only.
  window.addEventListener(
    'error',
    function () {
      hasFailed = true
    },
    true,
  )

  document.addEventListener('DOMContentLoaded', function () {
    if (isTooOld()) show('too-old')
  })

  window.addEventListener('load', function () {
    if (hasFailed && !isTooOld() && !document.getElementById('root').firstChild) show('not-started')
  })
})()
