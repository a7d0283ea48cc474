// Shows a message when the browser lacks something that the app needs, or when the app did not start, instead of a blank
// page or an endless spinner. Any browser must be able to run this file, so it is written in ECMAScript 5.
// The probes ask for the youngest things that the app needs, and not for styles, which only change the looks;
// e2e/engines/floor.spec.ts keeps them in step with the build. The texts are in index.html.
;(function () {
  var hasFailed = false

  // @noble/hashes calls it while it is loaded, so it cannot wait for the app's own scripts.
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
