const { journey } = require('./journey.cjs')

journey({ endpoint: process.env.COGNITO_ENDPOINT }).then((line) => {
  console.log(JSON.stringify({ version: Bun.version, environment: 'CommonJS', ...line }))
})
