/**
 * Code of the CloudFront function (runtime cloudfront-js-2.0) that handles every request outside `/api/`. The app's
 * routes are not files, so the function maps each route to the page, which lets users open `/quiz` directly. Files keep
 * their path.
 */
export const PAGE_FOR_PATH = `
function handler(event) {
  const request = event.request
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (!request.uri.startsWith('/assets/') && !lastSegment.includes('.')) request.uri = '/index.html'
  return request
}`
