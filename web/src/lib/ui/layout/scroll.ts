/** Scroll position of a list that grows at both ends: new lines come at its end, older ones on demand at its head. */

/** What is needed of the list's element. */
type Scrolled = Pick<HTMLElement, "scrollTop" | "scrollHeight">;

export class ScrollPosition {
  private fromEnd = 0;
  private length = 0;
  private newest: unknown;

  /** Before the list changes. */
  note(list: Scrolled): void {
    this.fromEnd = list.scrollHeight - list.scrollTop;
  }

  /** After it has changed: older lines leave what is read in its place, all else shows the end. */
  restore(list: Scrolled, length: number, newest: unknown): void {
    const older = length > this.length && this.length > 0 && newest === this.newest;
    list.scrollTop = older ? list.scrollHeight - this.fromEnd : list.scrollHeight;
    [this.length, this.newest] = [length, newest];
  }
}
