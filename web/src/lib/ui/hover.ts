/** Hover: a mouse comes over something and leaves it again. A finger does neither: what it has tapped stays shown. */

interface Hover {
  onpointerenter: (event: PointerEvent) => void;
  onpointerleave: (event: PointerEvent) => void;
}

export function hover(enter: () => void, leave: () => void): Hover {
  const byMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") act();
  };
  return { onpointerenter: byMouse(enter), onpointerleave: byMouse(leave) };
}
