import { type ProcessExit, type SpawnOptions, spawnProcess } from './spawn-process.js';

/** All that a finished process said. */
export interface ProcessResult extends ProcessExit {
  readonly stdout: string;
  readonly stderr: string;
}

const DEFAULT_MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs a process to its end and collects what it writes; once over `maxOutputBytes` it is ended. */
export async function runProcess(options: SpawnOptions): Promise<ProcessResult> {
  const running = await spawnProcess({ maxOutputBytes: DEFAULT_MAX_OUTPUT_BYTES, ...options });
  const [stdout, stderr, exit] = await Promise.all([
    collectText(running.stdout),
    collectText(running.stderr),
    running.exit,
  ]);
  return { ...exit, stdout, stderr };
}

/** Reads bytes to their end as UTF-8. For output that is known to be small. */
export async function collectText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
