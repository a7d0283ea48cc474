import { journey } from '../../journey.js'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
  return <pre>{JSON.stringify(line)}</pre>
}
