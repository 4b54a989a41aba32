import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface Autoscroll {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Whether the newest is in view and stays so. */
  readonly isFollowing: boolean;
  follow(): void;
}

/** So close to the end counts as being there. */
const NEAR_PX = 48;

/**
 * Keeps the end in view while it grows. Whoever scrolls up, or opens something, reads: then the page
 * stays where it is, until they come back to the end or say something.
 *
 * @param said how often the person has said something
 */
export function useAutoscroll(said: number): Autoscroll {
  const scroller = useRef<HTMLElement>(null);
  const saidBefore = useRef(said);
  const [isFollowing, setIsFollowing] = useState(true);
  const follow = useCallback(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
    setIsFollowing(true);
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const look = () => {
      if (element === null) return;
      const below = element.scrollHeight - element.clientHeight - element.scrollTop;
      setIsFollowing(below < NEAR_PX);
    };
    element?.addEventListener('scroll', look, { passive: true });
    // Opening or closing something is an event that does not bubble.
    element?.addEventListener('toggle', look, { capture: true });
    return () => {
      element?.removeEventListener('scroll', look);
      element?.removeEventListener('toggle', look, { capture: true });
    };
  }, []);

  // After every drawing: whatever was drawn may have made it longer.
  useLayoutEffect(() => {
    if (isFollowing || said !== saidBefore.current) follow();
    saidBefore.current = said;
  });

  return { scroller, isFollowing, follow };
}
