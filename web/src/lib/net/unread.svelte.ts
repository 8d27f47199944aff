/** Unread: what was said while the chat was not in sight. */

export class Unread {
  count = $state(0);
  private inSight = false;

  /** Whether the chat is in sight from now on. */
  see(inSight: boolean): void {
    this.inSight = inSight;
    if (inSight) this.count = 0;
  }

  /** Somebody else has said something; whether that was not seen. */
  hear(): boolean {
    if (!this.inSight) this.count += 1;
    return !this.inSight;
  }
}
