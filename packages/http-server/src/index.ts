export { isAddressRange } from './connection-limit.ts'
export { createGuardedServer, stopServer } from './guarded-server.ts'
