declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** Creates a DynamoDB server in memory. The caller starts it with `listen`. */
  export default function dynalite(options: { createTableMs?: number }): Server
}
