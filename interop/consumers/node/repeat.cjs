/** OpenSSL refuses some numbers on some versions, so that one sign-in proves little. */
exports.repeat = async function repeat(journey, format) {
  for (let turn = 0; turn < 20; turn += 1) {
    const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
    if (turn > 0 && line.signIn === 'SIGNED_IN' && line.refused === 'NotAuthorizedException' && line.refreshed) continue
    console.log(JSON.stringify({ environment: `${process.version} ${format}`, ...line }))
  }
}
