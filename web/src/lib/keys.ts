/** Keys that mean something by themselves. */

/** Whether a key was pressed as a shortcut: not while typing or in a dialog, and not with Ctrl, Alt or Meta. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const place = event.target;
  return !(place instanceof Element && place.closest("input:not([type=checkbox]), textarea, select, dialog"));
}
