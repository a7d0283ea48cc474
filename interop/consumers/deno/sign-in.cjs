const { journey } = require('./journey.cjs')

journey({ endpoint: Deno.env.get('COGNITO_ENDPOINT') }).then((line) => {
  console.log(JSON.stringify({ version: Deno.version.deno, environment: 'CommonJS', ...line }))
})
