/** Timers: waiting that can be cut short, for what is shown. */

export class Timers {
  private readonly running = new Map<ReturnType<typeof setTimeout>, ((whole: boolean) => void) | null>();

  /** So many milliseconds, or until all is finished; whether the whole time has passed. */
  wait(time: number): Promise<boolean> {
    if (time <= 0) return Promise.resolve(true);
    return new Promise((done) => this.start(time, () => done(true), done));
  }

  /** Do something after so many milliseconds, unless all is finished before. */
  later(time: number, act: () => void): void {
    if (time <= 0) act();
    else this.start(time, act, null);
  }

  /** Nobody waits any longer, and what was to be done later is not done. */
  finish(): void {
    const cut = [...this.running];
    this.running.clear();
    for (const [timer, end] of cut) {
      clearTimeout(timer);
      end?.(false);
    }
  }

  private start(time: number, act: () => void, end: ((whole: boolean) => void) | null): void {
    const timer = setTimeout(() => {
      this.running.delete(timer);
      act();
    }, time);
    this.running.set(timer, end);
  }
}
