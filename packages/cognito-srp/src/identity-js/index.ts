/** How an operation of the incumbent answers that hands over its error and its result in one call. */
export type NodeCallback<E, T> = (error?: E, result?: T) => void
