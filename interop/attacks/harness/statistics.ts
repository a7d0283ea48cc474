/** Builds the body of a `PUT /stats` with entries of about 100 bytes. */
export function statsBody(
  id: string,
  entries: number,
  tally: Record<string, unknown> = { tries: 3, correct: 2 },
): string {
  const questionsStats = Object.fromEntries(
    Array.from({ length: entries }, (_, n) => [`question-${n}-${'q'.repeat(60)}`, tally]),
  )
  return JSON.stringify({ id, questionsStats })
}

/** Creates the statistics of a user. @throws if the API does not create them */
export async function createStats(apiUrl: string, token: string, body: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const created = await fetch(`${apiUrl}/stats`, { method: 'PUT', body, headers })
  if (created.status !== 201) throw new Error(`PUT /stats returned the status ${created.status}.`)
  await created.arrayBuffer()
}
