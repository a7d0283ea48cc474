// Shows a message instead of a blank page or an endless spinner if the browser lacks a feature that the app needs, or
// if the app did not start. Any browser must be able to run this file, so it is written in ECMAScript 5. The probes
// check the newest features that the app needs, but not styles, which only change the appearance.
// e2e/engines/floor.spec.ts checks that the probes match the build. The texts are in index.html.
;(function () {
  var hasFailed = false

  // @noble/hashes calls Object.hasOwn while it is loading, so this fallback cannot be in the app's own scripts.
  if (!('hasOwn' in Object)) {
    Object.hasOwn = function (object, name) {
      return Object.prototype.hasOwnProperty.call(object, name)
    }
  }

  function isTooOld() {
    return !('at' in Array.prototype && 'showModal' in document.createElement('dialog'))
  }

  function show(id) {
    var style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = '/floor.css'
    document.head.appendChild(style)
    document.getElementById(id).removeAttribute('hidden')
  }

  // Notes scripts that cannot be loaded, parsed or run. Loading errors are reported only in the capturing phase.
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
