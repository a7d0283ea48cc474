test('every test file finds the emulator in the environment', async () => {
  const response = await fetch(`${process.env.COGNITO_ENDPOINT}health`)
  expect(await response.json()).toEqual({ status: 'ok', userPools: 1 })
})
