// Ends a tab of the model in the middle of its work.

/**
 * Creates the controls that end a tab. Once the tab has ended, its calls to the network and the log reject, even in the middle of
 * a step.
 */
export function createLife(world: { callsUnderWay: number }) {
  let touchesLeft = Infinity
  let endNow = () => life.end()
  const { promise: death, reject } = Promise.withResolvers<never>()
  const life = {
    isOver: false,
    /** Rejects when the life ends. */
    death,
    end() {
      life.isOver = true
      reject(new Error('The tab was closed.'))
    },
    /** Ends the tab after a number of accesses to the network or the log. @param onEnd called instead of {@link end} */
    endAfter(touches: number, onEnd: () => void) {
      touchesLeft = touches
      endNow = onEnd
    },
    /** Cancels {@link endAfter}. */
    goOn() {
      touchesLeft = Infinity
    },
    /** Wraps a network or log so that it works only until the tab ends. */
    mortal<Edge extends object>(edge: Edge): Edge {
      return new Proxy(edge, {
        get(target, name, receiver) {
          const member: unknown = Reflect.get(target, name, receiver)
          // These two members use neither the network nor the log.
          if (name === 'known' || name === 'onStoreChange') return member
          return typeof member === 'function'
            ? (...values: unknown[]) => watch(() => member.call(target, ...values))
            : member
        },
      })
    },
  }
  return life

  async function watch(call: () => unknown): Promise<unknown> {
    touch()
    if (life.isOver) return death
    world.callsUnderWay += 1
    const result = Promise.resolve(call()).finally(() => (world.callsUnderWay -= 1))
    const seen: unknown = await Promise.race([result, death])
    touch()
    return life.isOver ? death : seen
  }

  function touch(): void {
    if (touchesLeft === 0) endNow()
    touchesLeft -= 1
  }
}
