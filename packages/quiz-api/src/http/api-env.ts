/** What the API's middleware leaves for the routes behind it. */
export type ApiEnv = { Variables: { userId: string; requestId: string } }
