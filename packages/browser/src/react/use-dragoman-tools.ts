import { useEffect, useRef, useState } from 'react';
import { connectPage, type PageStatus, type RelaySession } from '../relay/connect-page.js';
import { createPageTools, type PageTools, type PageToolsOptions } from '../tools/page-tools.js';
import { useLatest } from './use-latest.js';

export interface PageToolHookOptions extends PageToolsOptions {
  /** Called with each change of the status. */
  readonly onStatus?: ((status: PageStatus) => void) | undefined;
}

/** The connection of a component, and what the agent has done by it. */
export interface DragomanTools extends Pick<PageTools, 'offered' | 'undo'> {
  /** `idle`: there is no relay yet. */
  readonly status: PageStatus | 'idle';
}

/**
 * Answers the agent of a turn while the component is mounted. Without a relay it waits for one.
 *
 * @example
 * const { status, undo } = useDragomanTools(relay, { root: () => form.current });
 */
export function useDragomanTools(
  relay: RelaySession | null | undefined,
  options: PageToolHookOptions = {},
): DragomanTools {
  const now = useLatest(options);
  const made = useRef<PageTools>(undefined);
  made.current ??= createPageTools(now);
  const tools = made.current;
  const [status, setStatus] = useState<DragomanTools['status']>('idle');
  const { relayUrl, token, expiresAt } = relay ?? {};
  // A page says what it can do when it connects.
  const names = Object.keys(options.tools ?? {}).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other names are another connection.
  useEffect(() => {
    if (relayUrl === undefined || token === undefined) return setStatus('idle');
    setStatus('connecting');
    const onStatus = (next: PageStatus): void => {
      setStatus(next);
      now().onStatus?.(next);
    };
    const connection = connectPage({ relayUrl, token, expiresAt }, tools, { onStatus });
    return () => connection.close();
  }, [relayUrl, token, expiresAt, names, tools, now]);

  return {
    status,
    undo: tools.undo,
    get offered() {
      return tools.offered;
    },
  };
}
