/** Toasts: short messages of the page that go away by themselves. */

/** A code with its data; the words come from the dictionaries. */
export interface Toast {
  id: number;
  code: string;
  data: Record<string, string | number>;
}

const SHOWN_FOR = 6_000;
const MOST = 4;

export class ToastList {
  list = $state<Toast[]>([]);
  private count = 0;

  show(code: string, data: Toast["data"] = {}): void {
    const toast = { id: ++this.count, code, data };
    this.list = [...this.list.slice(1 - MOST), toast];
    setTimeout(() => this.dismiss(toast.id), SHOWN_FOR);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  clear(): void {
    this.list = [];
  }
}
