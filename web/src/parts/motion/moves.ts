/** An action that moves an element as long as it is there. */

import type { Action } from "svelte/action";

interface Course {
  /** Nothing moves without them. */
  frames: Keyframe[] | null;
  timing: KeyframeAnimationOptions;
}

export const moves: Action<Element, Course> = (element, { frames, timing }) => {
  const animation = frames && element.animate(frames, timing);
  return { destroy: () => animation?.cancel() };
};
