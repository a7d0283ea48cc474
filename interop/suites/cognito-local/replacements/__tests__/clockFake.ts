/** A clock that stands still. */
export class ClockFake {
  private readonly now: Date

  constructor(now: Date) {
    this.now = now
  }

  get(): Date {
    return this.now
  }
}
