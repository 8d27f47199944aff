/** Toasts: short messages of the page that go away by themselves. */

/** What a toast is about on the map. */
export interface About {
  routes: string[];
  cities: string[];
}

/** A code with its data; the words come from the dictionaries. */
export interface Toast {
  id: number;
  code: string;
  data: Record<string, string | number>;
  about: About | null;
}

const SHOWN_FOR = 6_000;
const MOST = 4;

export class ToastList {
  list = $state.raw<Toast[]>([]);
  private count = 0;

  /** Show a toast; in place of one that says the same. What is about the map needs longer to be found there. */
  show(code: string, data: Toast["data"] = {}, about: About | null = null): void {
    const toast: Toast = { id: ++this.count, code, data, about };
    const others = this.list.filter((old) => old.code !== code || JSON.stringify(old.data) !== JSON.stringify(data));
    this.list = [...others.slice(1 - MOST), toast];
    setTimeout(() => this.dismiss(toast.id), about ? 2 * SHOWN_FOR : SHOWN_FOR);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  /** Dismiss all toasts of a code. */
  dismissAll(code: string): void {
    if (this.list.some((toast) => toast.code === code)) this.list = this.list.filter((toast) => toast.code !== code);
  }

  clear(): void {
    this.list = [];
  }
}
