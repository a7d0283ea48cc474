/** The database cannot be opened or is not one of ours: the operator must act. Thrown when a store is opened. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  readonly code = 'StoreUnavailable'
}

/** Too many writers at once on one record; the caller may try again shortly. Nothing was written. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError'
  readonly code = 'StoreBusy'
}
