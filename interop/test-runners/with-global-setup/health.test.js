test('every test file can read the address of the emulator from the environment', async () => {
  const response = await fetch(`${process.env.COGNITO_ENDPOINT}health`)
  expect(await response.json()).toEqual({ status: 'ok', userPools: 1 })
})
