const { journey } = require('./journey.cjs')

journey({ endpoint: process.env.COGNITO_ENDPOINT }).then((line) => {
  console.log(JSON.stringify({ environment: `Bun ${Bun.version} CommonJS`, ...line }))
})
