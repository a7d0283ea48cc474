const { journey } = require('./journey.cjs')

journey({ endpoint: Deno.env.get('COGNITO_ENDPOINT') }).then((line) => {
  console.log(JSON.stringify({ environment: `Deno ${Deno.version.deno} CommonJS`, ...line }))
})
