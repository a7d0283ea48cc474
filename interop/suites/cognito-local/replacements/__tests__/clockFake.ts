/** A clock that does not advance. */
export class ClockFake {
  private readonly now: Date

  constructor(now: Date) {
    this.now = now
  }

  get(): Date {
    return this.now
  }
}
