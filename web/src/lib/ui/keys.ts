/** Keys that mean something by themselves. */

import { settings } from "./settings.svelte";

/** Whether a key was pressed as a shortcut, which may be switched off: not while typing or in a dialog, and not with Ctrl, Alt or Meta. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const place = event.target;
  return !(place instanceof Element && place.closest("input:not([type=checkbox]), textarea, select, dialog"));
}
